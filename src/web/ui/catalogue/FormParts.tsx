import { useState } from 'react';
import { Button } from '../base/Button.tsx';
import { ChoiceSign, ChoiceTile } from '../forms/ChoiceTile.tsx';
import { ErrorSummary, type FormError } from '../forms/ErrorSummary.tsx';
import { Checkbox, DateField, PasswordField, RadioGroup, SelectField, TextArea, TextField } from '../forms/Field.tsx';
import { Segmented } from '../forms/Segmented.tsx';
import { Switch } from '../forms/Switch.tsx';
import { Card } from '../lists/Card.tsx';
import { Initial } from '../paper/Cover.tsx';
import styles from './Catalogue.module.css';
import { icons, Part } from './sample.tsx';

/** Renders buttons and fields. */
export function FormParts() {
  return (
    <>
      <Buttons />
      <Part name="Formulário">
        <div className={styles.grid}>
          <Card>
            <AccountForm />
          </Card>
          <Card>
            <Fields />
          </Card>
        </div>
      </Part>
    </>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Part name="Botões">
      <div className={styles.row}>
        <Button icon={<icons.IconClipboardCheck />} size="l">
          Fazer um teste
        </Button>
        <Button variant="secondary" icon={<icons.IconUsers />}>
          Gerenciar Filhos
        </Button>
        <Button variant="brass" href="#planos">
          Ver planos
        </Button>
        <Button variant="danger" icon={<icons.IconTrash />}>
          Apagar
        </Button>
        <Button variant="quiet">Limpar filtros</Button>
        <Button variant="secondary" size="s" icon={<icons.IconDownload />}>
          Exportar PDF
        </Button>
        <Button disabled>Sem internet</Button>
        <Button busy={busy} busyText="Enviando..." onClick={() => setBusy(true)}>
          Guardar
        </Button>
        <Button busy busyText="Enviando...">
          Guardar
        </Button>
      </div>
    </Part>
  );
}

/** Renders a form that is refused when it is sent. */
function AccountForm() {
  const [errors, setErrors] = useState<FormError[]>([]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setErrors([
          { id: 'username', message: 'Nome de usuário é obrigatório' },
          { id: 'confirm', message: 'As senhas não coincidem' },
        ]);
      }}
    >
      <ErrorSummary errors={errors} />
      <TextField label="Nome de usuário" name="username" autoComplete="username" error={errors[0]?.message} />
      <PasswordField label="Senha" name="password" autoComplete="new-password" hint="Pelo menos 6 caracteres." />
      <PasswordField
        label="Confirmação de senha"
        name="confirm"
        autoComplete="new-password"
        error="As senhas não coincidem"
      />
      <SelectField
        label="Classe"
        name="grade"
        placeholder="Escolha"
        options={[
          { value: '4', label: '4º Ano' },
          { value: '5', label: '5º Ano' },
        ]}
      />
      <TextField label="Escola" name="school" optional disabled defaultValue="Escola nº 1.107" />
      <Button type="submit" full size="l">
        Criar conta
      </Button>
    </form>
  );
}

function Fields() {
  const [on, setOn] = useState(true);
  const [period, setPeriod] = useState<'m' | 't' | 'a'>('m');
  return (
    <div className={styles.form}>
      <DateField legend="Data de nascimento" name="birth" defaultValue="2015-03-07" hint="Por exemplo, 7 3 2015." />
      <RadioGroup
        legend="Sexo"
        name="sex"
        inline
        defaultValue="f"
        options={[
          { value: 'm', label: 'Masculino' },
          { value: 'f', label: 'Feminino' },
          { value: 'o', label: 'Outro' },
        ]}
      />
      <RadioGroup
        legend="Pagamento"
        name="pay"
        error="Escolha uma forma de pagamento"
        options={[
          { value: 'x', label: 'Multicaixa Express', hint: 'Confirma no telemóvel' },
          { value: 'r', label: 'Pagamento por referência' },
        ]}
      />
      <TextField
        label="Procurar"
        name="search"
        type="search"
        placeholder="Enunciado ou ID"
        icon={<icons.IconSearch />}
      />
      <TextArea label="Explicação" name="explanation" optional />
      <Checkbox label="Aceito os termos de uso" name="terms" defaultChecked />
      <Switch label="Resultados" hint="Quando um resultado muda muito." checked={on} onChange={setOn} />
      <Switch label="Relatórios semanais" checked={false} onChange={() => undefined} state="failed" />
      <Tiles />
      <Segmented
        label="Período"
        name="period"
        value={period}
        onChange={setPeriod}
        options={[
          { value: 'm', label: 'Mês' },
          { value: 't', label: 'Trimestre' },
          { value: 'a', label: 'Ano' },
        ]}
      />
    </div>
  );
}

function Tiles() {
  return (
    <fieldset>
      <legend>Como quer pagar?</legend>
      <ChoiceTile
        type="radio"
        name="method"
        defaultChecked
        sign={
          <ChoiceSign>
            <icons.IconPhone />
          </ChoiceSign>
        }
        title="Multicaixa Express"
        text="Telemóvel ou transferência"
      />
      <ChoiceTile
        type="radio"
        name="method"
        sign={<Initial name="Maria" cover={2} size="m" />}
        title="Maria Domingos"
        text="4º Ano"
      />
    </fieldset>
  );
}
