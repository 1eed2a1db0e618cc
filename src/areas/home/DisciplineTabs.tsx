import type { MouseEvent } from 'react';
import { ALL } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { CATALOGUE_DISCIPLINES } from '../../shared/words.ts';
import { goTo, opensElsewhere } from '../../web/call/navigation.ts';
import { IconList } from '../../web/ui/icons/ParentIcon.tsx';
import { DisciplineSign } from '../../web/ui/paper/DisciplineSign.tsx';
import { SHORT_NAMES } from './disciplines.rules.ts';
import tabs from './Tabs.module.css';

interface DisciplineTabsProps {
  /** The discipline that is shown, or `ALL`. */
  chosen: string;
  /** Returns the address of the same list with another discipline. */
  address: (discipline: string) => string;
}

/** Renders the disciplines as index tabs, with one for all of them. */
export function DisciplineTabs({ chosen, address }: DisciplineTabsProps) {
  // A value in the address is shown as selected even if the list does not contain it.
  const listed = [ALL, ...CATALOGUE_DISCIPLINES] as readonly string[];
  const shown = listed.includes(chosen) ? listed : [...listed, chosen];
  return (
    <nav className={tabs['tabs']} aria-label="Disciplina">
      {shown.map((discipline) => {
        const href = address(discipline);
        return (
          <a
            key={discipline}
            href={href}
            aria-current={discipline === chosen ? 'page' : undefined}
            onClick={(event: MouseEvent) => {
              if (opensElsewhere(event)) return;
              event.preventDefault();
              goTo(href, { replace: true });
            }}
          >
            {discipline === ALL ? <IconList size={22} /> : <DisciplineSign of={discipline} />}
            <span className={tabs['whole']}>{discipline === ALL ? 'Todas' : discipline}</span>
            <span className={tabs['short']} aria-hidden="true">
              {discipline === ALL ? 'Todas' : (SHORT_NAMES[discipline as keyof typeof SHORT_NAMES] ?? discipline)}
            </span>
          </a>
        );
      })}
    </nav>
  );
}
