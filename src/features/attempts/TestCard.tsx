import { dayAndMonth } from '../../shared/dates.ts';
import { starsFor } from '../../shared/words.ts';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { IconClock, IconList, IconLock } from '../../web/ui/Icon.tsx';
import { ScoreBadge, ScoreBar } from '../../web/ui/ScoreBar.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import type { CatalogueTest } from './attempts.contract.ts';
import styles from './Catalogue.module.css';

/** A test as a parent chooses it: what it is about, what it costs in time and data, and what this child may do with it. */
export function TestCard({ test, childId }: { test: CatalogueTest; childId: number }) {
  const { taken = false, bestScore = null, allowed = true, allowedFrom = null, open = false } = test.forChild ?? {};
  const locked = !allowed && !open;
  return (
    <article className={cx(styles['card'], locked && !taken && styles['locked'])}>
      <div className={styles['head']}>
        <div>
          <p className={styles['kind']}>
            {test.discipline} · {test.schoolClass}
          </p>
          <h2>{test.theme}</h2>
        </div>
        {!taken && !locked && <Dots count={test.questionCount} />}
      </div>
      {test.description && <p className={styles['about']}>{test.description}</p>}
      {bestScore !== null && (
        <div className={styles['best']}>
          <span>Melhor pontuação</span>
          <ScoreBadge value={bestScore}>{`${bestScore}%`}</ScoreBadge>
          <ScoreBar value={bestScore} className={styles['bar']} />
        </div>
      )}
      {open && <p className={styles['note']}>Este teste está a meio. As respostas já dadas estão guardadas.</p>}
      {locked && taken && (
        <p className={styles['again']}>
          Já fez o teste grátis de {test.discipline} deste mês.
          {allowedFrom && ` Pode repetir a ${dayAndMonth(allowedFrom)}.`}
        </p>
      )}
      {locked && !taken && (
        <p className={styles['note']}>
          <IconLock />
          <span>
            Já fez o teste grátis de {test.discipline} deste mês.
            {allowedFrom && ` O próximo abre a ${dayAndMonth(allowedFrom)}.`}
          </span>
        </p>
      )}
      <ul className={styles['facts']}>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
        <li>
          <IconClock size={18} />
          ~15min
        </li>
        <li className={styles['data']}>
          <IconList size={18} />
          {plural(test.questionCount, 'questão', 'questões')} · cerca de {test.kilobytes} KB
        </li>
      </ul>
      <div className={styles['do']}>
        {locked ? (
          <>
            {taken && (
              <Button
                variant="secondary"
                full
                href={`/tests/history?${new URLSearchParams({ childId: String(childId), discipline: test.discipline })}`}
              >
                Ver resultados
              </Button>
            )}
            <Button variant={taken ? 'quiet' : 'brass'} full href="/subscription">
              Ver planos
            </Button>
          </>
        ) : (
          <Button full variant={taken && !open ? 'secondary' : 'primary'} href={`/tests/${test.id}?childId=${childId}`}>
            {open ? 'Continuar' : taken ? 'Repetir' : 'Começar'}
            <span className="sr">
              {' '}
              {test.discipline}: {test.theme}
            </span>
          </Button>
        )}
      </div>
    </article>
  );
}

/** A dot for each question, and no line yet: the fio before the test. In rows of five. */
function Dots({ count }: { count: number }) {
  const rows = Math.ceil(count / 5);
  return (
    <svg className={styles['fio']} width="70" height={rows * 14} viewBox={`0 0 100 ${rows * 20}`} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => i).map((i) => (
        <circle key={i} cx={10 + (i % 5) * 20} cy={10 + Math.floor(i / 5) * 20} r="2.9" />
      ))}
    </svg>
  );
}
