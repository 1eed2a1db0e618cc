import { useState } from 'react';
import type { Problems, Typed } from '../../../web/parts/use-form.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { EmailField, PasswordField, RadioGroup, TextField } from '../../../web/ui/forms/Field.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { setUser } from '../accounts/session.tsx';
import { AccountForm } from './AccountForm.tsx';
import { callAccount } from './account-calls.web.ts';

const GENDERS = [
  { value: 'feminino', label: 'Feminino' },
  { value: 'masculino', label: 'Masculino' },
  { value: 'outro', label: 'Outro' },
];

/** Changes the user's own profile; a new e-mail requires the password. */
export default function ProfileForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [email, setEmail] = useState(user.email);
  const another = email.trim() !== user.email;
  const save = async (form: Typed) => {
    const { fullName = '', email = '', phone = '', gender = '', location = '', currentPassword = null } = form;
    setUser(
      await callAccount('PUT /api/account/profile', {
        body: { fullName, email, phone, gender, location, currentPassword },
      }),
    );
    toast({ kind: 'success', title: 'Sucesso', text: 'Perfil actualizado.' });
  };
  return (
    <AccountForm send="Guardar" check={problemsOf} onSend={save} onClose={onClose}>
      {(problems) => (
        <>
          <TextField
            label="Nome completo"
            name="fullName"
            autoComplete="name"
            maxLength={120}
            defaultValue={user.fullName}
            error={problems['fullName']}
          />
          <EmailField
            defaultValue={user.email}
            error={problems['email']}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
          {another && (
            <PasswordField
              label="Senha actual"
              name="currentPassword"
              hint="Para mudar o e-mail, confirme a sua identidade."
              autoComplete="current-password"
              error={problems['currentPassword']}
            />
          )}
          <TextField
            label="Telefone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            optional
            maxLength={40}
            defaultValue={user.phone ?? ''}
            error={problems['phone']}
          />
          <RadioGroup
            legend="Sexo"
            name="gender"
            optional
            inline
            defaultValue={user.gender ?? ''}
            options={GENDERS}
            error={problems['gender']}
          />
          <TextField
            label="Localização"
            name="location"
            optional
            maxLength={120}
            defaultValue={user.location ?? ''}
            error={problems['location']}
          />
        </>
      )}
    </AccountForm>
  );
}

function problemsOf(form: Typed): Problems {
  const problems: Problems = {};
  if (!form['fullName']?.trim()) problems['fullName'] = 'Nome completo é obrigatório';
  if (!form['email']?.trim()) problems['email'] = 'E-mail é obrigatório';
  if (form['currentPassword'] === '') problems['currentPassword'] = 'Escreva a sua senha actual.';
  return problems;
}
