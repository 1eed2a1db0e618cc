import { useState } from 'react';
import type { ChildClass } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { classInWords, plural } from '../../../web/parts/text.ts';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Sona, SonaSign } from '../../../web/ui/paper/Sona.tsx';
import styles from './Knowledge.module.css';
import type { KnowledgeMap, knowledgeContract } from './knowledge.contract.ts';
import { STATE_WORDS } from './map-words.rules.ts';

const useRead = reader<typeof knowledgeContract>();

interface ClassesBeforeProps {
  before: KnowledgeMap['before'];
  discipline: string;
  childId: number;
}

/** What the child knows of the classes before its own, collapsed: each class is read when it is opened. */
export function ClassesBefore({ before, discipline, childId }: ClassesBeforeProps) {
  const rows = before.flatMap(({ schoolClass, disciplines }) =>
    disciplines.filter((one) => one.discipline === discipline).map((one) => ({ schoolClass, ...one })),
  );
  if (rows.length === 0) return null;
  return (
    <ul className={styles['before']}>
      {rows.map((row) => (
        <li key={row.schoolClass}>
          <ClassBefore {...row} childId={childId} />
        </li>
      ))}
    </ul>
  );
}

type ClassBeforeProps = KnowledgeMap['before'][number]['disciplines'][number] & {
  schoolClass: ChildClass;
  childId: number;
};

function ClassBefore({ schoolClass, discipline, known, total, states, childId }: ClassBeforeProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className={styles['row']}>
        <span className={styles['mini']}>
          <Sona states={states} cell={15} />
        </span>
        <span className={styles['name']}>
          <b>{classInWords(schoolClass)}</b>
          <span>
            {states.every((state) => state === 'no-data')
              ? `${plural(total, 'tema', 'temas')}, sem dados`
              : `sabe ${known} de ${plural(total, 'tema', 'temas')}`}
          </span>
        </span>
        <IconChevronDown />
      </summary>
      {opened && <ThemesOfClass {...{ schoolClass, discipline, childId }} />}
    </details>
  );
}

function ThemesOfClass({
  schoolClass,
  discipline,
  childId,
}: Pick<ClassBeforeProps, 'schoolClass' | 'discipline' | 'childId'>) {
  const found = useRead('GET /api/children/:id/knowledge', { params: { id: String(childId) }, query: { schoolClass } });
  if (!found.data) {
    return found.error ? (
      <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
    ) : (
      <Skeleton lines={6} />
    );
  }
  const themes = found.data.disciplines.find((one) => one.discipline === discipline)?.themes ?? [];
  return (
    <ol className={styles['earlier']}>
      {themes.map(({ code, name, state, answers, right }) => (
        <li key={code}>
          <SonaSign state={state} />
          <span className={styles['name']}>
            <b>{name}</b>
            <span>
              {STATE_WORDS[state]}
              {answers > 0 && ` · acertou ${right} de ${answers}`}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
