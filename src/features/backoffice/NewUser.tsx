import { type FormEvent, useMemo, useState } from 'react';
import { caller, failureOf } from '../../web/call.ts';
import { ActionDialog } from '../../web/ui/ActionDialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { RadioGroup, TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from '../operations/Admin.module.css';
import type { Account, usersContract } from './users.contract.ts';

const call = caller<typeof usersContract>();

interface NewUserProps {
  open: boolean;
  onClose: () => void;
  onMade: (account: Account) => void;
}

/** Invites a teacher or an administrator, who chooses the password; parents make their own account. */
export function NewUser({ open, onClose, onMade }: NewUserProps) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('');
  const errors = useMemo(
    () => Object.entries(problems).map(([name, message]) => ({ id: `new-${name}`, message })),
    [problems],
  );
  const close = () => {
    setProblems({});
    setRefused('');
    onClose();
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { fullName = '', username = '', email = '', role = 'teacher' } = form;
    const found: Record<string, string> = {};
    if (!fullName.trim()) found['fullName'] = 'Nome completo é obrigatório';
    if (username.trim().length < 3) found['username'] = 'Nome de usuário é obrigatório';
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) found['email'] = 'Indique um e-mail válido';
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const account = await call('POST /api/admin/users', {
        body: { fullName, username, email, role: role as 'teacher' | 'admin' },
      });
      toast({ kind: 'success', title: 'Convite a caminho', text: `${account.fullName} escolhe a senha e entra.` });
      onMade(account);
    } catch (error) {
      const failure = failureOf(error);
      setProblems(failure.fields);
      setRefused(Object.keys(failure.fields).length === 0 ? failure.said : '');
    } finally {
      setBusy(false);
    }
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
      <form id="new-user" className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <ErrorSummary errors={errors} />
        <RadioGroup
          legend="Papel"
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
        <TextField
          label="E-mail"
          name="email"
          hint="Para aqui segue o convite, com a ligação para escolher a senha. Vale 3 dias."
          id="new-email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          error={problems['email']}
        />
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      </form>
    </ActionDialog>
  );
}
