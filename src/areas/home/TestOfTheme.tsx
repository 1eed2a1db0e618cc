import type { Child } from '../../domains/people/children/children.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { formsInWords } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { StartTest } from '../../domains/sitting/catalogue/StartTest.tsx';
import { dayAndMonth } from '../../shared/dates.ts';
import { minutesFor } from '../../shared/durations.ts';
import { starsFor } from '../../shared/words.ts';
import { plural } from '../../web/parts/text.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconLock } from '../../web/ui/base/Icon.tsx';
import { Stars } from '../../web/ui/forms/Stars.tsx';
import styles from './Themes.module.css';

interface TestOfThemeProps {
  test: CatalogueTest;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
  /** Whether the test's own name is shown, because it differs from the theme's. */
  named: boolean;
  /** Whether its button stands out; only one of a theme does. */
  main: boolean;
}

/** Renders one test: what it is about, what it costs in time and data, its forms, and the button that starts it. */
export function TestOfTheme({ test, child, named, main }: TestOfThemeProps) {
  const {
    allowed = true,
    whyNot = null,
    allowedFrom = null,
    open = false,
    prepared = false,
    takenAt = null,
    takenForms = [],
  } = test.forChild ?? {};
  const locked = !allowed && !open;
  const taken = takenForms.length === test.forms.length;
  const [title, words] = formsInWords({ ...test, takenForms, open }, takenAt === null ? null : dayAndMonth(takenAt));
  return (
    <div className={styles['test']}>
      {named && <b>{test.theme}</b>}
      {test.description && <p>{test.description}</p>}
      <ul className={styles['facts']}>
        <li>~{minutesFor(test.duration, child.extendedTime)}min</li>
        <li>{plural(test.questionCount, 'pergunta', 'perguntas')}</li>
        <li>{test.kilobytes} KB de dados</li>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
      </ul>
      {(test.forms.length > 1 || open) && (
        <p className={styles['small']}>
          <b>{title}.</b> {words}.
        </p>
      )}
      {prepared && <p className={styles['small']}>Preparado para fazer sem internet.</p>}
      {locked ? (
        <>
          <p className={styles['lock']}>
            <IconLock />
            <span>
              {whyNot}
              {allowedFrom &&
                ` ${taken ? 'Pode repetir' : 'Pode fazer outro'} a partir de ${dayAndMonth(allowedFrom)}.`}
            </span>
          </p>
          <a href="/subscription">Ver planos</a>
        </>
      ) : (
        <StartOf test={test} child={child} open={open} taken={taken} main={main} />
      )}
    </div>
  );
}

interface StartOfProps extends Pick<TestOfThemeProps, 'test' | 'child' | 'main'> {
  open: boolean;
  taken: boolean;
}

function StartOf({ test, child, open, taken, main }: StartOfProps) {
  const href = `/tests/${test.id}?childId=${child.id}`;
  const words = (
    <>
      {open ? 'Continuar' : taken ? 'Repetir' : 'Começar'}
      {test.forms.length > 1 ? ` o teste ${test.form}` : ' o teste'}
      <span className="sr">{` ${test.discipline}: ${test.theme}`}</span>
    </>
  );
  const look = { full: true, size: 'l' as const, variant: taken && !open ? ('secondary' as const) : undefined };
  if (open)
    return (
      <Button full size="l" href={href}>
        {words}
      </Button>
    );
  return (
    <StartTest
      href={href}
      child={child}
      test={{ words: `${test.discipline}: ${test.theme}`, prepared: test.forChild?.prepared }}
      {...look}
      variant={main ? look.variant : 'secondary'}
    >
      {words}
    </StartTest>
  );
}
