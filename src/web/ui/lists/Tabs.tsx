import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { opensElsewhere } from '../../call/navigation.ts';
import { cx } from '../base/cx.ts';
import { IconChevronDown } from '../base/Icon.tsx';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  /** A number shown after the label. */
  count?: number | undefined;
  /** The tab's address without script; the tab is then a real link. */
  href?: string | undefined;
}

export interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
  /** Omits the frame around the panel. */
  bare?: boolean | undefined;
}

/** Tabs like the index of a notebook. If there are more than three, a phone shows a select instead. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children, bare }: TabsProps<Id>) {
  const base = useId();
  const many = tabs.length > 3;

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === value);
    const to = Number.isFinite(step) ? (at + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
    const next = tabs[to];
    if (!next) return;
    onChange(next.id);
    document.getElementById(`${base}${next.id}`)?.focus();
  };

  return (
    <div>
      {many && (
        <span className={styles.select}>
          <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as Id)}>
            {tabs.map((tab) => (
              <option key={tab.id} value={tab.id}>
                {tab.label}
              </option>
            ))}
          </select>
          <IconChevronDown />
        </span>
      )}
      <div className={cx(styles.tabs, many && styles.many)} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <TabControl key={tab.id} tab={tab} base={base} chosen={tab.id === value} onChoose={() => onChange(tab.id)} />
        ))}
      </div>
      <div
        className={cx(styles.panel, bare && styles.bare)}
        role="tabpanel"
        id={`${base}panel`}
        aria-labelledby={`${base}${value}`}
      >
        {children}
      </div>
    </div>
  );
}

interface TabControlProps {
  tab: Tab<string>;
  /** Prefix of the ids of the tabs and of their panel. */
  base: string;
  chosen: boolean;
  onChoose: () => void;
}

/** Renders one tab: a link if it has an address, otherwise a button. */
function TabControl({ tab, base, chosen, onChoose }: TabControlProps) {
  const shared = {
    id: `${base}${tab.id}`,
    role: 'tab',
    'aria-selected': chosen,
    'aria-controls': `${base}panel`,
    tabIndex: chosen ? 0 : -1,
    className: styles.tab,
    onClick: (event: MouseEvent) => {
      // A tab with an address may be opened in another tab of the browser.
      if (tab.href !== undefined && opensElsewhere(event)) return;
      event.preventDefault();
      onChoose();
    },
  };
  const inside = (
    <>
      {tab.icon}
      {tab.label}
      {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
    </>
  );
  return tab.href === undefined ? (
    <button type="button" {...shared}>
      {inside}
    </button>
  ) : (
    <a href={tab.href} {...shared}>
      {inside}
    </a>
  );
}
