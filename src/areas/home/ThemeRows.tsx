import { lazy, Suspense, useState } from 'react';
import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { STATE_WORDS } from '../../domains/knowing/knowledge/map-words.rules.ts';
import type { Child } from '../../domains/people/children/children.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { unbroken } from '../../shared/unbroken.ts';
import { IconChevronDown } from '../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { Score } from '../../web/ui/lists/Score.tsx';
import { SonaSign } from '../../web/ui/paper/Sona.tsx';
import { FormSheets } from './FormSheets.tsx';
import styles from './Themes.module.css';

// Loaded when the first row is opened.
const ThemeInside = lazy(() => import('./ThemeInside.tsx'));

type Theme = KnowledgeMap['disciplines'][number]['themes'][number];

interface ThemeRowsProps {
  themes: readonly Theme[];
  /** Code of the theme to work on next. */
  next: string | null;
  /** The tests of the discipline, for each theme the form to take now; undefined while they load or without network. */
  tests: readonly CatalogueTest[] | undefined;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
}

/** Renders themes as rows in the order of the curriculum. A row opens in place; only one is open. */
export function ThemeRows({ themes, next, tests, child }: ThemeRowsProps) {
  return (
    <ol className={styles['rows']}>
      {themes.map((theme, index) => (
        <li key={theme.code}>
          <ThemeRow
            theme={theme}
            id={`tema-${index + 1}`}
            isNext={theme.code === next}
            tests={tests?.filter(({ curriculumTheme }) => curriculumTheme === theme.code)}
            child={child}
          />
        </li>
      ))}
    </ol>
  );
}

interface ThemeRowProps extends Pick<ThemeRowsProps, 'tests' | 'child'> {
  theme: Theme;
  id: string;
  isNext: boolean;
}

function ThemeRow({ theme, id, isNext, tests, child }: ThemeRowProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details name="tema" id={id} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        <SonaSign state={theme.state} />
        <span className={styles['name']}>
          <b>{unbroken(theme.name ?? '')}</b>
          <span>
            {STATE_WORDS[theme.state]}
            {isNext && ', a seguir'}
          </span>
        </span>
        <FormSheets tests={tests ?? []} />
        <Score className={styles['score']} value={bestOf(tests ?? [])} />
        <IconChevronDown size={18} />
      </summary>
      {opened && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <ThemeInside theme={theme} tests={tests} child={child} />
        </Suspense>
      )}
    </details>
  );
}

/** Returns the best score of the tests of a theme, or null without one. */
function bestOf(tests: readonly CatalogueTest[]): number | null {
  const scores = tests.flatMap(({ forChild }) => forChild?.themeScore ?? []);
  return scores.length === 0 ? null : Math.max(...scores);
}
