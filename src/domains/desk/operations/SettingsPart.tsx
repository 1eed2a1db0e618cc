import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { reader } from '../../../web/call/api.ts';
import { caller, messageOf } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { useForm } from '../../../web/parts/use-form.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './Admin.module.css';
import { NewsCard } from './NewsCard.tsx';
import { PartHead } from './Shell.tsx';
import type { Settings, settingsContract } from './settings.contract.ts';
import { inFours, type Question, transferChange } from './transfer-change.tsx';
import { WebinarsForm } from './WebinarsForm.tsx';
import { mailProblem } from './words.rules.ts';

const useRead = reader<typeof settingsContract>();
const call = caller<typeof settingsContract>();

/** Renders the settings of the whole platform. */
export default function SettingsPart() {
  const found = useRead('GET /api/admin/settings', {});
  const cache = useQueryClient();
  const kept = (settings: Settings) => {
    cache.setQueryData(['/api/admin/settings'], settings);
    void cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/audit') });
  };
  return (
    <>
      <PartHead title="Definições">Cada mudança vale em segundos para todos e fica no registo de auditoria.</PartHead>
      {found.data ? (
        <Shown settings={found.data} kept={kept} />
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

interface SettingsProps {
  settings: Settings;
  /** Called with the settings as the server has stored them. */
  kept: (settings: Settings) => void;
}

function Shown(props: SettingsProps) {
  const { settings } = props;
  return (
    <div className={styles['settings']}>
      <NoticeCard {...props} />
      <NewsCard />
      <BrandCard {...props} />
      <CalendarCard {...props} />
      <TransferCard {...props} />
      <WebinarsCard {...props} />
      <MailCard mail={settings.mail} />
      <GatewayCard gateway={settings.gateway} />
    </div>
  );
}

function NoticeCard({ settings, kept }: SettingsProps) {
  return (
    <Card title="Aviso de manutenção">
      <Form
        id="notice"
        send={async ({ notice = '' }) => kept(await call('PUT /api/admin/settings/notice', { body: { notice } }))}
      >
        {(problems) => (
          <TextArea
            label="Aviso"
            name="notice"
            id="notice-text"
            rows={2}
            optional
            maxLength={200}
            hint="Aparece numa barra em todas as páginas, também nas públicas. Vazio: sem aviso."
            defaultValue={settings.notice ?? ''}
            error={problems['notice']}
          />
        )}
      </Form>
    </Card>
  );
}

function BrandCard({ settings: { brand }, kept }: SettingsProps) {
  return (
    <Card title="Nomes e apoio">
      <Form
        id="brand"
        send={async ({ productName = '', companyName = '', supportEmail = '' }) =>
          kept(await call('PUT /api/admin/settings/brand', { body: { productName, companyName, supportEmail } }))
        }
      >
        {(problems) => (
          <>
            <TextField
              label="Nome do produto"
              name="productName"
              maxLength={60}
              defaultValue={brand.productName}
              error={problems['productName']}
            />
            <TextField
              label="Nome da empresa"
              name="companyName"
              maxLength={120}
              defaultValue={brand.companyName}
              error={problems['companyName']}
            />
            <TextField
              label="E-mail de apoio"
              name="supportEmail"
              type="email"
              maxLength={254}
              defaultValue={brand.supportEmail}
              error={problems['supportEmail']}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

function CalendarCard({ settings, kept }: SettingsProps) {
  return (
    <Card title="Calendário escolar">
      <Form
        id="calendar"
        send={async ({ first = '', second = '', third = '' }) =>
          kept(
            await call('PUT /api/admin/settings/calendar', {
              body: { trimesters: [first, second, third].map(asStored) as [string, string, string] },
            }),
          )
        }
      >
        {(problems) => (
          <div className={styles['trio']}>
            {(['first', 'second', 'third'] as const).map((name, index) => (
              <TextField
                key={name}
                label={`${index + 1}.º trimestre começa a`}
                name={name}
                inputMode="numeric"
                placeholder="DD-MM"
                hint="Dia e mês, por exemplo 02-09"
                maxLength={5}
                defaultValue={asShown(settings.trimesters[index] ?? '')}
                error={problems[`trimesters.${index}`] ?? (index === 0 ? problems['trimesters'] : undefined)}
              />
            ))}
          </div>
        )}
      </Form>
      <p className={styles['say']}>
        Vale para os testes que se fizerem a partir de agora. Os que já estão feitos ficam no trimestre em que foram
        contados, até que quem trata do servidor mande refazer as somas.
      </p>
    </Card>
  );
}

function TransferCard({ settings, kept }: SettingsProps) {
  const before = settings.transferAccount;
  return (
    <Card title="Conta para transferências">
      <Form
        id="transfer-account"
        send={async ({ iban = '', beneficiary = '' }) =>
          kept(await call('PUT /api/admin/settings/transfer-account', { body: { iban, beneficiary } }))
        }
        confirm={({ iban = '', beneficiary = '' }) => transferChange(before, { iban, beneficiary })}
      >
        {(problems) => (
          <>
            <TextField
              label="IBAN"
              name="iban"
              optional
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              hint="É o que vêem as famílias que pagam por transferência. Vazio: não se mostra nenhuma conta."
              defaultValue={inFours(settings.transferAccount.iban ?? '')}
              error={problems['iban']}
            />
            <TextField
              label="Em nome de"
              name="beneficiary"
              optional
              maxLength={120}
              autoComplete="off"
              defaultValue={settings.transferAccount.beneficiary ?? ''}
              error={problems['beneficiary']}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

function WebinarsCard({ settings, kept }: SettingsProps) {
  return (
    <Card title="Webinars">
      <p className={styles['say']}>Ligações que vêem os encarregados com plano pago.</p>
      <WebinarsForm
        key={JSON.stringify(settings.webinars)}
        webinars={settings.webinars}
        send={async (webinars) => kept(await call('PUT /api/admin/settings/webinars', { body: { webinars } }))}
      />
    </Card>
  );
}

export function MailCard({ mail }: Pick<Settings, 'mail'>) {
  const [testing, setTesting] = useState(false);
  const testMail = async () => {
    setTesting(true);
    try {
      const { to } = await call('POST /api/admin/settings/mail-test');
      toast({
        kind: 'success',
        title: 'E-mail na fila',
        text: `Se sair, chega em minutos a ${to}, e os que esperam saem também. Se não, o que falhou aparece aqui.`,
      });
    } catch (error) {
      toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
    } finally {
      setTesting(false);
    }
  };
  return (
    <Card title="E-mail">
      <p>
        {!mail.server ? (
          <Badge tone="flag">Sem servidor de e-mail</Badge>
        ) : mail.late > 0 ? (
          <Badge tone="flag">Os e-mails não estão a sair</Badge>
        ) : (
          <Badge tone="ok">Servidor de e-mail ligado</Badge>
        )}
      </p>
      <p className={styles['say']}>
        {plural(mail.waiting, 'e-mail à espera', 'e-mails à espera')}; {mail.givenUp} que não se conseguiu entregar nos
        últimos 7 dias.
        {!mail.server && ' Os e-mails ficam em ficheiros, na pasta dos dados.'}
        {mail.lastProblem && ` Última falha: ${mailProblem(mail.lastProblem)}.`}
      </p>
      <Button variant="secondary" size="s" busy={testing} busyText="A enviar…" onClick={() => void testMail()}>
        {mail.late > 0 ? 'Tentar já, com um e-mail de teste' : 'Enviar e-mail de teste'}
      </Button>
    </Card>
  );
}

function GatewayCard({ gateway }: Pick<Settings, 'gateway'>) {
  return (
    <Card title="Pagamentos">
      <p>
        {gateway.kind === 'proxypay' ? (
          <Badge tone="ok">ProxyPay</Badge>
        ) : (
          <Badge tone="flag">Pagamentos simulados</Badge>
        )}
      </p>
      <p className={styles['say']}>
        {gateway.kind === 'simulated' && 'Ninguém paga de verdade. '}Escolhe-se ao instalar, no ambiente do servidor.
      </p>
    </Card>
  );
}

/** Converts a date to the order in which it is shown: '09-01' becomes '01-09', day first. */
const asShown = (day: string) => day.split('-').reverse().join('-');
const asStored = (day: string) =>
  day
    .trim()
    .split(/[-/.]/)
    .map((part) => part.padStart(2, '0'))
    .reverse()
    .join('-');

interface FormProps {
  id: string;
  send: (form: Record<string, string>) => Promise<void>;
  /** What is asked before these values are sent; null if they need no question. */
  confirm?: (form: Record<string, string>) => Question | null;
  children: (problems: Record<string, string>) => ReactNode;
}

function Form({ id, send, confirm, children }: FormProps) {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  const { busy, problems, refused, onSubmit } = useForm({
    onSend: async (form) => {
      const question = confirm?.(form);
      if (question && !(await new Promise<boolean>((answer) => setAsked({ question, answer })))) return;
      await send(form);
      toast({
        kind: 'success',
        title: 'Guardado',
        text: 'Vê-se nas páginas que se abrirem a partir de agora.',
        action: { label: 'Recarregar esta', run: () => location.reload() },
      });
    },
  });
  const close = (yes: boolean) => {
    asked?.answer(yes);
    setAsked(undefined);
  };
  return (
    <form id={id} className={styles['form']} noValidate onSubmit={onSubmit}>
      {children(problems)}
      <p className="refused" role="alert">
        {refused}
      </p>
      <div>
        <Button type="submit" variant="secondary" size="s" busy={busy} busyText="A guardar…">
          Guardar
        </Button>
      </div>
      <ActionDialog
        open={asked !== undefined}
        title={asked?.question.title ?? ''}
        size="s"
        action={asked?.question.action ?? ''}
        danger
        onClose={() => close(false)}
        onAction={() => close(true)}
      >
        {asked?.question.text}
      </ActionDialog>
    </form>
  );
}
