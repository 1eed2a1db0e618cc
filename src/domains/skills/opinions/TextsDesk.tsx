import { useState } from 'react';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller, messageOf } from '../../../web/call/call.ts';
import { decimal } from '../../../web/parts/decimal.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FormDialog } from '../../../web/parts/FormDialog.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { RadioGroup } from '../../../web/ui/forms/Field.tsx';
import { IconFlag } from '../../../web/ui/icons/StaffIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { TextsDesk as Desk, FlaggedText, OpenFlag, textsDeskContract } from './opinions.contract.ts';
import { FLAGS } from './opinions.rules.ts';
import styles from './TextsDesk.module.css';

const useRead = reader<typeof textsDeskContract>();
const call = caller<typeof textsDeskContract>();
/** Texts with two marks below which kappa says little. */
const FEW = 30;

/** Second opinions, for administrators: what waits, what teachers flagged, and how well they agree. */
export default function TextsDesk() {
  const found = useRead('GET /api/admin/texts', {}, { refetchOnMount: 'always' });
  const { data } = found;
  return (
    <div className={styles['parts']}>
      <h1>Textos</h1>
      {data ? (
        <>
          <Flagged data={data} />
          <Agreement data={data} />
        </>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

function Flagged({ data: { flagged, waiting, oldestAt } }: { data: Desk }) {
  const [opened, setOpened] = useState<OpenFlag>();
  const [problem, setProblem] = useState('');
  const open = async ({ id }: FlaggedText) => {
    setProblem('');
    try {
      setOpened(await call('POST /api/admin/texts/:id/open', { params: { id: String(id) } }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Card title="Assinalados pelos professores">
      <p className="muted">
        {waiting === 0
          ? 'Nenhum texto espera por professores.'
          : `${plural(waiting, 'texto espera', 'textos esperam')} por professores${oldestAt ? `, o mais antigo desde ${longDate(oldestAt)}` : ''}.`}
      </p>
      <p className="refused" role="alert">
        {problem}
      </p>
      {flagged.length === 0 ? (
        <p>Nada assinalado.</p>
      ) : (
        <ul className={styles['flags']}>
          {flagged.map((text) => (
            <li key={text.id}>
              <span>
                <Badge tone="flag" icon={<IconFlag size={16} />}>
                  {FLAGS[text.flag]}
                </Badge>
                <b>
                  {text.schoolClass}.ª classe, {text.kind}
                </b>
                <small>
                  «{text.title}» · {relativeTime(text.flaggedAt, new Date())} · apaga-se a {longDate(text.eraseAt)}
                </small>
              </span>
              <Button variant="secondary" onClick={() => void open(text)}>
                Ver<span className="sr"> o texto n.º {text.id}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened && <Decision text={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** A flagged text, and what to do with it. */
function Decision({ text, onClose }: { text: OpenFlag; onClose: () => void }) {
  const { family } = text;
  // Erased in time, or lost: nobody can give an opinion any more.
  const hasEnded = text.photo === null;
  return (
    <FormDialog
      title={FLAGS[text.flag]}
      size="l"
      action={hasEnded ? 'Tirar da lista' : 'Guardar a decisão'}
      onClose={onClose}
      reread={() => refresh('/api/admin/texts')}
      send={async (form) => {
        const decision = hasEnded ? 'closed' : (form.get('decision') as 'returned' | 'closed');
        await call('POST /api/admin/texts/:id/decision', { params: { id: String(text.id) }, body: { decision } });
        toast({
          kind: 'success',
          title: 'Decidido',
          text: hasEnded
            ? 'O texto saiu desta lista.'
            : decision === 'returned'
              ? 'O texto voltou à fila.'
              : 'A fotografia foi apagada e a família vai saber.',
        });
      }}
    >
      {(problems) => (
        <>
          {text.note && <blockquote>{text.note}</blockquote>}
          {text.photo ? (
            <img className={styles['photo']} src={text.photo} alt="O texto da criança, fotografado" />
          ) : (
            <p>A fotografia já não existe. Ao sair desta lista, o pedido da família fica terminado.</p>
          )}
          <p>
            <b>Conta da família:</b> {family.fullName}, n.º {family.userId}, {family.email}
            {family.phone && `, ${family.phone}`}
          </p>
          {text.flag === 'worry' && (
            <p className="muted">Se a criança pode estar em perigo, siga o plano da empresa.</p>
          )}
          {!hasEnded && (
            <RadioGroup
              legend="O que fazer"
              name="decision"
              error={problems['decision']}
              options={[
                { value: 'returned', label: 'Voltar à fila', hint: 'Os professores continuam a avaliar.' },
                {
                  value: 'closed',
                  label: 'Fechar e apagar a fotografia',
                  hint: 'A família é avisada e pode enviar outra.',
                },
              ]}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function Agreement({ data: { agreement } }: { data: Desk }) {
  const { texts, kappa, exact, adjacent } = agreement;
  const share = (count: number) => `${wholePercent(count, texts)}%`;
  return (
    <Card title="Acordo entre professores">
      {texts === 0 ? (
        <p>Ainda nenhum texto foi avaliado por dois professores.</p>
      ) : (
        <p>
          Kappa ponderado <b>{kappa === null ? '–' : decimal(kappa, 2)}</b> em {plural(texts, 'texto', 'textos')}. O
          mesmo nível em <b>{share(exact)}</b>, até um nível de diferença em <b>{share(adjacent)}</b>.
        </p>
      )}
      <p className="muted">
        Conta as duas primeiras avaliações de cada texto, com pesos quadráticos: 1 é acordo total, 0 o do acaso. Os
        níveis das famílias não entram.
        {texts > 0 && texts < FEW && ` Com menos de ${FEW} textos o número ainda diz pouco.`}
      </p>
    </Card>
  );
}
