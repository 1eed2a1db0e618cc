import { useEffect, useState } from 'react';
import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { ALL } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { plural } from '../../web/parts/text.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconOffline } from '../../web/ui/base/Icon.tsx';
import { SonaSign } from '../../web/ui/paper/Sona.tsx';
import { type CopyHere, readCopiesHere } from './copies-here.ts';
import styles from './OnThisDevice.module.css';

interface Theme {
  discipline: string;
  name: string;
  state: KnowledgeMap['disciplines'][number]['themes'][number]['state'];
}

interface OtherThemesProps {
  childId: number;
  /** The tests of the child that are on this device. */
  ready: readonly { testId: number; theme: string }[];
  /** The discipline and the theme shown, or `ALL`. */
  shown: { discipline: string; theme: string };
}

/** Number of themes that are listed before the parent asks for all. */
const FIRST = 3;

/**
 * Lists the themes of which this device has no test, as the last copy of the child's map names them. Renders only their heading if there is
 * no copy.
 */
export function OtherThemes({ childId, ready, shown }: OtherThemesProps) {
  const [copies, setCopies] = useState<readonly CopyHere[]>([]);
  const [all, setAll] = useState(false);
  useEffect(() => {
    readCopiesHere().then(setCopies, () => {});
  }, []);
  const themes = themesIn(copies, childId, ready).filter(
    ({ discipline, name }) => [ALL, discipline].includes(shown.discipline) && [ALL, name].includes(shown.theme),
  );
  return (
    <div className={styles['others']}>
      <h3>
        <IconOffline size={20} />
        {themes.length > 1
          ? `Os outros ${themes.length} temas precisam`
          : themes.length === 1
            ? 'O outro tema precisa'
            : 'Os outros temas precisam'}{' '}
        de internet
      </h3>
      {themes.length > 0 && (
        <ul>
          {(all ? themes : themes.slice(0, FIRST)).map(({ discipline, name, state }) => (
            <li key={`${discipline}: ${name}`}>
              <SonaSign state={state} />
              <span>
                <b>{name}</b>
                <span>{shown.discipline === ALL ? `${discipline} · precisa de internet` : 'precisa de internet'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {!all && themes.length > FIRST && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          Mostrar mais {plural(themes.length - FIRST, 'tema', 'temas')}
        </Button>
      )}
    </div>
  );
}

/** Returns the themes of the child's class without a test on this device. A test belongs to a theme by its code where a copy has it. */
function themesIn(copies: readonly CopyHere[], childId: number, ready: OtherThemesProps['ready']): Theme[] {
  const [map] = copies
    .map(({ replies }) => replies[`/api/children/${childId}/knowledge`] as KnowledgeMap | undefined)
    .filter(Boolean);
  const tests = copies
    .flatMap(({ replies }) => Object.entries(replies))
    .flatMap(([address, reply]) => (address.startsWith('/api/tests?') ? (reply as CatalogueTest[]) : []));
  const here = new Set([
    ...ready.map(({ theme }) => theme.toLowerCase()),
    ...tests
      .filter(({ id }) => ready.some(({ testId }) => testId === id))
      .map(({ curriculumTheme }) => curriculumTheme),
  ]);
  return (map?.disciplines ?? []).flatMap(({ discipline, themes }) =>
    themes.flatMap(({ name, code, state }) =>
      name === null || here.has(code) || here.has(name.toLowerCase()) ? [] : [{ discipline, name, state }],
    ),
  );
}
