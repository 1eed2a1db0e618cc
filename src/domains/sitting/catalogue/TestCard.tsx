import type { MouseEvent } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import { minutesFor } from '../../../shared/durations.ts';
import { starsFor } from '../../../shared/words.ts';
import { opensElsewhere } from '../../../web/call/navigation.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconClock, IconLock } from '../../../web/ui/base/Icon.tsx';
import { Stars } from '../../../web/ui/forms/Stars.tsx';
import { IconList } from '../../../web/ui/icons/ParentIcon.tsx';
import { ScoreBadge, ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import styles from './Catalogue.module.css';
import type { CatalogueTest } from './catalogue.contract.ts';
import { formsInWords } from './catalogue.rules.ts';
import { TestSheet } from './TestSheet.tsx';

interface TestCardsProps {
  tests: readonly CatalogueTest[];
  /** The child, and its minutes instead of the test's duration; null for the usual duration. */
  child: Pick<Child, 'id' | 'extendedTime'>;
  /** Called with the address of a test, instead of following the link: the parent can first hand the phone to the child. */
  onStart: (href: string, test: CatalogueTest) => void;
}

/** Tests as a parent chooses them, one card each. */
export function TestCards({ tests, child, onStart }: TestCardsProps) {
  return (
    <ul className={styles['cards']}>
      {tests.map((test) => (
        <li key={test.id}>
          <TestCard
            test={test}
            childId={child.id}
            extendedTime={child.extendedTime}
            onStart={(href) => onStart(href, test)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TestCardProps {
  test: CatalogueTest;
  childId: number;
  /** Minutes that this child has instead of the test's duration; null for the usual duration. */
  extendedTime: Child['extendedTime'];
  /** Called with the address of a test, instead of following the link: the parent can first hand the phone to the child. */
  onStart: (href: string) => void;
}

/**
 * Renders a theme as a parent chooses it, shown by the form to take now: what it is about, what it costs in time and data, and what this
 * child has done and may do with it.
 */
export function TestCard({ test, childId, extendedTime, onStart }: TestCardProps) {
  const {
    allowed = true,
    whyNot,
    allowedFrom = null,
    open = false,
    prepared = false,
    takenAt = null,
  } = test.forChild ?? {};
  const { takenForms = [], themeScore = null } = test.forChild ?? {};
  const begun = takenForms.length > 0;
  const taken = takenForms.length === test.forms.length;
  const several = test.forms.length > 1;
  const locked = !allowed && !open;
  return (
    <article className={cx(styles['card'], locked && !begun && styles['locked'])}>
      <p className={cx('meta', styles['kind'])}>
        {test.discipline} · {test.schoolClass}
      </p>
      <h2>{test.theme}</h2>
      {test.description && <p className={styles['about']}>{test.description}</p>}
      {themeScore !== null && (
        <div className={styles['best']}>
          <span>Melhor pontuação</span>
          <ScoreBadge value={themeScore}>{`${themeScore}%`}</ScoreBadge>
          <ScoreBar value={themeScore} className={styles['bar']} />
        </div>
      )}
      {(several || open) && (
        <Forms
          {...test}
          takenForms={takenForms}
          open={open}
          lastTaken={takenAt === null ? null : dayAndMonth(takenAt)}
          next={!locked && (open || !taken) && test.form}
        />
      )}
      {locked && (
        <p className={styles[begun ? 'again' : 'note']}>
          {!begun && <IconLock />}
          <span>
            {whyNot}
            {allowedFrom && ` ${taken ? 'Pode repetir' : 'O próximo abre'} a ${dayAndMonth(allowedFrom)}.`}
          </span>
        </p>
      )}
      {prepared && <p className={styles['note']}>Preparado para fazer sem internet.</p>}
      <ul className={styles['facts']}>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
        <li>
          <IconClock size={18} />~{minutesFor(test.duration, extendedTime)}min
        </li>
        <li className={styles['data']}>
          <IconList size={18} />
          {plural(test.questionCount, 'questão', 'questões')} · cerca de {test.kilobytes} KB
        </li>
      </ul>
      <Actions test={test} childId={childId} onStart={onStart} locked={locked} begun={begun} taken={taken} />
    </article>
  );
}

interface ActionsProps extends Pick<TestCardProps, 'test' | 'childId' | 'onStart'> {
  /** The plan does not include it now. */
  locked: boolean;
  /** The child has taken one of its forms, or all of them. */
  begun: boolean;
  taken: boolean;
}

/** Begin the test, on the phone or on paper; of a locked one, its results and the plans. */
function Actions({ test, childId, onStart, locked, begun, taken }: ActionsProps) {
  const { open = false } = test.forChild ?? {};
  const address = `/tests/${test.id}?childId=${childId}`;
  const whose = <span className="sr">{` ${test.discipline}: ${test.theme}`}</span>;
  return (
    <div className={styles['do']}>
      {locked ? (
        <>
          {begun && (
            <Button
              variant="secondary"
              full
              href={`/tests/history?${new URLSearchParams({ childId: String(childId), discipline: test.discipline })}`}
            >
              Ver resultados
            </Button>
          )}
          <Button variant={begun ? 'quiet' : 'brass'} full href="/subscription">
            Ver planos
          </Button>
        </>
      ) : (
        <Button
          full
          variant={taken && !open ? 'secondary' : 'primary'}
          href={address}
          onClick={(event: MouseEvent) => {
            // In a new tab the test starts immediately, like any address of a test.
            if (open || opensElsewhere(event)) return;
            event.preventDefault();
            onStart(address);
          }}
        >
          {open ? 'Continuar' : taken ? 'Repetir' : 'Começar'}
          {test.forms.length > 1 && ` a prova ${test.form}`}
          {whose}
        </Button>
      )}
      {!locked && !open && (
        <Button variant="quiet" full href={`/paper?childId=${childId}&testId=${test.id}`}>
          Fazer em papel
          {whose}
        </Button>
      )}
    </div>
  );
}

interface FormsProps {
  form: string;
  forms: readonly string[];
  takenForms: readonly string[];
  open: boolean;
  lastTaken: string | null;
  /** The form that stands out, because it may be begun or gone on with now. */
  next: string | false;
}

/** Renders the forms of a theme as sheets, done, next and to do, with the same in words. */
function Forms({ next, lastTaken, ...test }: FormsProps) {
  const [title, text] = formsInWords(test, lastTaken);
  const look = (letter: string) => (letter === next ? 'next' : test.takenForms.includes(letter) ? 'done' : 'todo');
  return (
    <div className={styles['forms']}>
      {test.forms.length > 1 && (
        <span className={styles['sheets']}>
          {test.forms.map((letter) => (
            <TestSheet key={letter} letter={letter} look={look(letter)} />
          ))}
        </span>
      )}
      <p>
        <b>{title}</b>
        <span>{text}</span>
      </p>
    </div>
  );
}
