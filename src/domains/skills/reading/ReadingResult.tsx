import { percentOfShare, wholePercent } from '../../../shared/percent.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import type { Told } from './child-readings.rules.ts';
import { SpeedRuler } from './figures/SpeedRuler.tsx';
import styles from './Reading.module.css';
import type { Reader } from './reading-device.web.ts';
import { bandWords, headline, meaning, NEXT_WORDS, nextStepOf, readWords, reasonWords } from './reading-words.rules.ts';
import { AIM_SOURCE, aimOf, SECOND_CLASS_SOURCE } from './references.rules.ts';

interface ReadingResultProps {
  reader: Reader;
  told: Told;
  title: string;
  /** Whether the recording waits for a second listener. */
  waits: boolean;
  /** The next step of the ladder: its button, and what it does. */
  more?: { label: string; go: () => void } | undefined;
}

/** One sentence, what it means for the class, one thing to do, and the facts of this reading. */
export function ReadingResult({ reader: { child, readingClass }, told, title, waits, more }: ReadingResultProps) {
  const { known, reasons, step, band, perMinute, right, attempted, accuracy, wrongWords, reading, second } = told;
  const schoolClass = readingClass as Parameters<typeof aimOf>[0];
  const aim = aimOf(schoolClass, told.day);
  const isSure = reasons.length === 0;
  const next = NEXT_WORDS[nextStepOf(known, { reasons, schoolClass, aim })];
  const said =
    step === 'text' && perMinute !== null && isSure && reading.kind === 'class'
      ? meaning(schoolClass, perMinute, aim)
      : null;
  const { asked, total, right: rightAnswers } = known.comprehension;
  return (
    <>
      <div className={styles['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail={title}
        />
      </div>
      <h1>{headline(child, known)}</h1>
      {!isSure && <span className={styles['stamp']}>A LÁPIS · não conta para o mapa</span>}
      {band && perMinute !== null && step === 'text' && (
        <SpeedRuler perMinute={perMinute} band={band} readingClass={readingClass} aim={aim} isPencil={!isSure} />
      )}
      {said && (
        <p>
          {said} <span className="muted">Referência: {readingClass === 2 ? SECOND_CLASS_SOURCE : AIM_SOURCE}.</span>
        </p>
      )}
      {band && <p className={styles['note']}>Uma só leitura: {bandWords(band)}</p>}
      {reasons.map((reason) => (
        <p key={reason} className={styles['problem']}>
          {reasonWords(reason, { seconds: reading.seconds, differing: second?.agreement.differing.length })}
          {reason === 'ear-not-trained' && (
            <Button variant="secondary" full href={`/reading/${child.id}/ear`}>
              Treinar o ouvido
            </Button>
          )}
        </p>
      ))}
      {waits && (
        <p className={styles['note']}>A gravação fica sete dias neste telemóvel, à espera do segundo ouvinte.</p>
      )}
      <section className={styles['card']}>
        <h2>{more ? 'A seguir' : 'O que fazer agora'}</h2>
        {more ? (
          <Button size="l" full onClick={more.go}>
            {more.label}
          </Button>
        ) : (
          <>
            <p>
              <b>{next.title}.</b> {next.sentence}
            </p>
            <p className="muted">{next.time}</p>
          </>
        )}
        <div className={styles['actions']}>
          <Button variant="secondary" full href={`/children/${child.id}/reading`}>
            Todas as leituras
          </Button>
          <Button variant="quiet" onClick={() => print()}>
            Imprimir
          </Button>
        </div>
      </section>
      {step !== 'listening' && (
        <section className={styles['card']}>
          <h2>Esta leitura</h2>
          <dl className={styles['facts']}>
            <Fact
              name={reading.finished || perMinute === null ? 'Leu' : 'Num minuto'}
              value={readWords(attempted, right)}
            />
            {isSure && accuracy !== null && (
              <Fact name="Certas" value={`${right} de ${attempted} (${wholePercent(right, attempted)}%)`} />
            )}
            {asked > 0 && (
              <Fact name="Perguntas" value={`${rightAnswers} de ${asked}${asked < total ? ' até onde leu' : ''}`} />
            )}
            {second && (
              <Fact
                name="Segundo ouvinte"
                value={`${perMinute === null ? '' : `${Math.round(second.perMinute)} por minuto, `}igual em ${percentOfShare(second.agreement.share)}% das palavras`}
              />
            )}
            {wrongWords.length > 0 && <Fact name="A treinar" value={wrongWords.join(', ')} />}
          </dl>
        </section>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
