import { caller } from '../../../web/call/call.ts';
import { type Problems, useForm } from '../../../web/parts/use-form.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { ErrorSummary } from '../../../web/ui/forms/ErrorSummary.tsx';
import { EmailField, RadioGroup, TextField } from '../../../web/ui/forms/Field.tsx';
import styles from '../operations/Admin.module.css';
import type { Account, usersContract } from './users.contract.ts';

const call = caller<typeof usersContract>();

interface NewUserProps {
  open: boolean;
  onClose: () => void;
  onMade: (account: Account) => void;
}

/** Invites a teacher or an administrator, who then chooses the password. Parents create their own accounts. */
export function NewUser({ open, onClose, onMade }: NewUserProps) {
  const { busy, problems, refused, errors, clear, onSubmit } = useForm({
    check: ({ fullName = '', username = '', email = '' }) => {
      const found: Problems = {};
      if (!fullName.trim()) found['fullName'] = 'Nome completo é obrigatório';
      if (username.trim().length < 3) found['username'] = 'Nome de usuário é obrigatório';
      if (!/^\S+@\S+\.\S+$/.test(email.trim())) found['email'] = 'Indique um e-mail válido';
      return found;
    },
    onSend: async ({ fullName = '', username = '', email = '', role = 'teacher' }) => {
      const account = await call('POST /api/admin/users', {
        body: { fullName, username, email, role: role as 'teacher' | 'admin' },
      });
      toast({
        kind: 'success',
        title: 'Convite na fila dos e-mails',
        text: `${account.fullName} escolhe a senha e entra.`,
      });
      onMade(account);
    },
    idPrefix: 'new-',
  });
  const close = () => {
    clear();
    onClose();
  };

  return (
    <ActionDialog
      open={open}
      onClose={close}
      busy={busy}
      title="Nova conta"
      action="Convidar"
      busyText="A convidar…"
      form="new-user"
    >
      <form id="new-user" className={styles['form']} noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={errors} />
        <RadioGroup
          legend="Função"
          name="role"
          id="new-role"
          defaultValue="teacher"
          error={problems['role']}
          options={[
            { value: 'teacher', label: 'Professor', hint: 'Testes, questões e planos curriculares.' },
            { value: 'admin', label: 'Administrador', hint: 'Tudo o que está neste painel.' },
          ]}
        />
        <TextField
          label="Nome completo"
          name="fullName"
          id="new-fullName"
          maxLength={120}
          error={problems['fullName']}
        />
        <TextField
          label="Nome de usuário"
          name="username"
          id="new-username"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          maxLength={60}
          error={problems['username']}
        />
        <EmailField
          hint="Para aqui segue o convite, com a ligação para escolher a senha. Vale 3 dias."
          id="new-email"
          autoComplete="off"
          error={problems['email']}
        />
        <p className="refused" role="alert">
          {refused}
        </p>
      </form>
    </ActionDialog>
  );
}
