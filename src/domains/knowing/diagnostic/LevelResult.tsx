import { Fragment } from 'react';
import type { ShownChild } from '../../../shared/child.ts';
import { dayAndMonth, longDate } from '../../../shared/dates.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import { reader } from '../../../web/call/api.ts';
import { fileCaller } from '../../../web/call/files.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import SavePdf from '../family-files/SavePdf.tsx';
import { actionAddress } from '../knowledge/addresses.rules.ts';
import { MovesList } from '../knowledge/MovesList.tsx';
import { ClassRuler } from './ClassRuler.tsx';
import styles from './Diagnostic.module.css';
import type { DiagnosticDetails, DiagnosticResult, diagnosticContract } from './diagnostic.contract.ts';
import { againSentence, SECURE_WORDS, written } from './diagnostic-words.rules.ts';
import { classNumber } from './scale.rules.ts';

const useRead = reader<typeof diagnosticContract>();
const fetchFile = fileCaller<typeof diagnosticContract>();

interface LevelResultProps {
  id: number;
  child: ShownChild;
}

/** Address of the catalogue with the class and the discipline to begin with. */
const testsOf = (childId: number, discipline: string, schoolClass = '') =>
  `/tests?${new URLSearchParams({ childId: String(childId), discipline, class: schoolClass })}`;

const bandOf = ({ place, band: [low, high] }: DiagnosticResult) => ({ place, low, high });

/** Renders the result of a diagnostic: the class in one sentence, its band, where to begin, and growth since the one before. */
export default function LevelResult({ id, child }: LevelResultProps) {
  const found = useRead('GET /api/diagnostics/:id', { params: { id: String(id) } });
  if (found.error && !found.data) return <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />;
  if (!found.data?.finished) return <Skeleton lines={12} />;
  const { growth, ...result } = found.data;
  return (
    <>
      <Level result={found.data} child={child} />
      {growth && <Growth growth={growth} />}
      {result.startHere.length > 0 && <StartHere result={found.data} childId={child.id} />}
      <Card>
        <p className="muted">
          {plural(result.answered, 'pergunta', 'perguntas')} em {plural(result.minutes, 'minuto', 'minutos')}, a{' '}
          {longDate(result.finishedAt)}. Isto não é uma nota: diz por onde começar.{' '}
          {againSentence(result.againFrom, Date.now())}
        </p>
        <SavePdf
          fetch={() => fetchFile('GET /api/diagnostics/:id/pdf', { params: { id: String(id) } })}
          name="ponto-de-partida.pdf"
          child={child}
        >
          <Button
            variant="secondary"
            href={`/children/${child.id}/knowledge?discipline=${encodeURIComponent(result.discipline)}`}
          >
            Ver o mapa
          </Button>
        </SavePdf>
      </Card>
    </>
  );
}

/** Renders the class in one sentence, and its band. */
function Level({ result, child }: { result: DiagnosticDetails; child: ShownChild }) {
  const { growth } = result;
  return (
    <Sheet as="section">
      {growth ? (
        <>
          <h1 className={styles['sentence']}>{growth.title}</h1>
          <p className={styles['lead']}>{result.sentence}.</p>
        </>
      ) : (
        <>
          <h1 className={styles['sentence']}>{result.sentence}</h1>
          <p className={styles['lead']}>{result.bandSentence}</p>
        </>
      )}
      <ClassRuler
        label={`${result.sentence}. ${result.bandSentence} Na escola: ${written(child.schoolClass)}.`}
        marked={result.level ? [classNumber(result.level)] : []}
        school={classNumber(child.schoolClass)}
        now={bandOf(result)}
        named={result.sure}
        before={growth ? bandOf(growth.before) : undefined}
      />
      {result.secure.length > 0 && (
        <p className={styles['secure']}>
          {SECURE_WORDS}{' '}
          {result.secure.map((theme, index) => (
            <Fragment key={theme.code}>
              {index > 0 && ' e '}
              <b>{unbroken(theme.name)}</b>
            </Fragment>
          ))}
          .
        </p>
      )}
      {growth && (
        <ul className={styles['facts']}>
          {[result, growth.before].map((one) => (
            <li key={one.id}>
              <b>{dayAndMonth(one.finishedAt)}</b>
              <span>
                {one.level ? `${written(one.level)}. ` : ''}
                {one.bandSentence}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!growth && result.sure && (
        <details>
          <summary>Quanto é certo</summary>
          <p className={styles['small']}>A régua acerta 2 de cada 3 vezes. Com mais perguntas saberíamos melhor.</p>
        </details>
      )}
    </Sheet>
  );
}

function Growth({ growth }: { growth: NonNullable<DiagnosticDetails['growth']> }) {
  return (
    <Card title="O que mudou">
      <p>{growth.range}</p>
      {growth.noticed.length > 0 && (
        <div className={styles['noticed']}>
          <h3>Onde se nota</h3>
          <MovesList moves={growth.noticed.map((move) => ({ ...move, key: move.code }))} />
        </div>
      )}
    </Card>
  );
}

/** Renders the themes to begin with, and a link to the first one. */
function StartHere({ result, childId }: { result: DiagnosticDetails; childId: number }) {
  const { growth, action } = result;
  return (
    <Card title={growth ? 'Comece agora por' : 'Comece por'}>
      <ol className={cx(styles['facts'], styles['marked'])}>
        {result.startHere.map((theme, index) => (
          <li key={theme.code}>
            <span className={styles['place']} aria-hidden="true">
              {index + 1}
            </span>
            <b>{unbroken(theme.name)}</b>
            <span>
              {written(theme.schoolClass)}
              {theme.answers > 0 && ` · acertou ${theme.right} de ${theme.answers}`}
            </span>
          </li>
        ))}
      </ol>
      <Button
        size="l"
        full
        className={cx(styles['go'], styles['start'])}
        href={
          action
            ? actionAddress(childId, action, result.startHere[0]?.code ?? null)
            : testsOf(childId, result.discipline, result.startHere[0]?.schoolClass)
        }
      >
        {action?.text ?? 'Fazer um teste'}
      </Button>
    </Card>
  );
}
