import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { failed } from '../../../web/call/outcome.ts';
import { movedTo } from '../../../web/device/order.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import panel from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconAlert, IconCheck } from '../../../web/ui/base/Icon.tsx';
import { Checkbox } from '../../../web/ui/forms/Field.tsx';
import { IconAdjust, IconMinus, IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import { IconArrowDown, IconArrowUp } from '../../../web/ui/icons/StaffIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import styles from './Curricula.module.css';
import { type Count, coverageOf, coverageWords, sumsOf, sumsSentence } from './coverage.rules.ts';
import type { Objective, Theme } from './curriculum.contract.ts';
import { callCurriculum, refreshCurriculum } from './curriculum-calls.tsx';

// Each dialog is loaded when it is opened.
const ThemeDialog = lazy(() => import('./PlanDialogs.tsx').then(({ ThemeDialog }) => ({ default: ThemeDialog })));
const ObjectiveDialog = lazy(() =>
  import('./PlanDialogs.tsx').then(({ ObjectiveDialog }) => ({ default: ObjectiveDialog })),
);
const RemoveTheme = lazy(() => import('./RemoveDialogs.tsx').then(({ RemoveTheme }) => ({ default: RemoveTheme })));
const RemoveObjective = lazy(() =>
  import('./RemoveDialogs.tsx').then(({ RemoveObjective }) => ({ default: RemoveObjective })),
);
const MoveDialog = lazy(() => import('../../../web/parts/MoveDialog.tsx'));

export interface AskDialogProps {
  discipline: Discipline;
  schoolClass: TestClass;
  objective: Objective;
  /** The theme under which the programme has it. */
  theme: string;
  onClose: () => void;
}

export interface ProgrammeProps {
  discipline: Discipline;
  schoolClass: TestClass;
  themes: readonly Theme[];
  counts: readonly Count[];
  /** Number of questions of this discipline and class without an objective. */
  without: number;
  /** Where a question for an objective is begun, provided by a later feature. */
  askDialog: ComponentType<AskDialogProps>;
}

type Open =
  | { kind: 'theme'; theme: Theme | 'new' }
  | { kind: 'objective'; theme: Theme; objective: Objective | 'new' }
  | { kind: 'remove-theme'; theme: Theme }
  | { kind: 'remove-objective'; objective: Objective }
  | { kind: 'ask'; theme: Theme; objective: Objective }
  | { kind: 'move'; what: string; id: number; theme: Theme | undefined };

/** Renders the programme of a discipline in a class: shows its themes, objectives and gaps, and lets teachers change them. */
export function Programme(programme: ProgrammeProps) {
  const { discipline, schoolClass, themes, counts, without } = programme;
  const [open, setOpen] = useState<Open | null>(null);
  const [onlyMissing, setOnlyMissing] = useState(false);
  const countOf = ({ code }: { code: string }): Count =>
    counts.find((count) => count.code === code) ?? { code, active: 0, total: 0 };
  const shownOf = ({ objectives }: Theme) =>
    onlyMissing ? objectives.filter((one) => coverageOf(countOf(one).active) !== 'enough') : objectives;
  const shown = onlyMissing ? themes.filter((theme) => shownOf(theme).length > 0) : themes;

  return (
    <section aria-labelledby="programme">
      <div className={styles['head']}>
        <div>
          <h2 id="programme">
            {discipline} · {schoolClass}
          </h2>
          <p className="muted">{sumsSentence(sumsOf(counts.map(({ active }) => active)))}</p>
        </div>
        <Button icon={<IconPlus />} onClick={() => setOpen({ kind: 'theme', theme: 'new' })}>
          Novo tema
        </Button>
      </div>
      {themes.length > 0 && <MissingFilter checked={onlyMissing} onCheck={setOnlyMissing} without={without} />}
      {themes.length === 0 ? (
        <Empty
          title="Este plano ainda não tem temas."
          text="Acrescente o primeiro tema do programa e os objectivos que lhe pertencem."
        />
      ) : (
        shown.length === 0 && <p role="status">Todos os objectivos têm questões que cheguem.</p>
      )}
      {shown.map((theme) => (
        <ThemeArticle
          key={theme.id}
          theme={theme}
          objectives={shownOf(theme)}
          countOf={countOf}
          arrows={
            onlyMissing
              ? () => null
              : (what, id, within) => (
                  <Ordering
                    what={what}
                    id={id}
                    order={orderOf(programme, within)}
                    onPlace={() => setOpen({ kind: 'move', what, id, theme: within })}
                  />
                )
          }
          onOpen={setOpen}
        />
      ))}
      <Suspense fallback={null}>
        {open && <OpenDialog open={open} programme={programme} countOf={countOf} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  );
}

interface MissingFilterProps {
  checked: boolean;
  onCheck: (checked: boolean) => void;
  without: ProgrammeProps['without'];
}

/** Renders the check box that hides what has enough questions, and how many questions have no objective. */
function MissingFilter({ checked, onCheck, without }: MissingFilterProps) {
  return (
    <div className={styles['head']}>
      <Checkbox
        label="Só o que tem poucas questões ou nenhuma"
        name="onlyMissing"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      {without > 0 && (
        <p className="muted">
          {plural(without, 'questão activa desta disciplina não tem', 'questões activas desta disciplina não têm')}{' '}
          objectivo.
        </p>
      )}
    </div>
  );
}

/** Returns the order of the programme's themes, or of the objectives of one theme, and the call that changes it. */
function orderOf({ discipline, schoolClass, themes }: ProgrammeProps, theme?: Theme) {
  return {
    ids: (theme?.objectives ?? themes).map(({ id }) => id),
    send: (ids: number[]): Promise<unknown> =>
      theme
        ? callCurriculum('PUT /api/teacher/curriculum/themes/:id/order', {
            params: { id: String(theme.id) },
            body: { objectiveIds: ids },
          })
        : callCurriculum('PUT /api/teacher/curriculum/order', { body: { discipline, schoolClass, themeIds: ids } }),
  };
}

async function reorder(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    failed('Erro ao ordenar', 'Não foi possível mudar a ordem', error);
  }
  await refreshCurriculum();
}

interface OrderingProps {
  what: string;
  id: number;
  order: ReturnType<typeof orderOf>;
  onPlace: () => void;
}

/** Moves one theme or objective among the others. */
function Ordering({ what, id, order: { ids, send }, onPlace }: OrderingProps) {
  const at = ids.indexOf(id);
  return (
    <Arrows
      what={what}
      at={at}
      of={ids.length}
      onMove={(step) => void reorder(() => send(movedTo(ids, id, at + step)))}
      onPlace={onPlace}
    />
  );
}

interface ThemeArticleProps {
  theme: Theme;
  /** The objectives that are shown. */
  objectives: readonly Objective[];
  countOf: (objective: Objective) => Count;
  /** Renders the buttons that move a theme, or an objective `within` one. */
  arrows: (what: string, id: number, within?: Theme) => ReactNode;
  onOpen: (dialog: Open) => void;
}

/** Renders a theme with its objectives and the actions on them. */
function ThemeArticle({ theme, objectives, countOf, arrows, onOpen }: ThemeArticleProps) {
  return (
    <article className={styles['theme']} aria-labelledby={`theme-${theme.id}`}>
      <header>
        <h3 id={`theme-${theme.id}`}>
          <span className={styles['code']}>{theme.code}</span> {theme.theme}
        </h3>
        <span className={cx(panel['actions'], styles['small'])}>
          {arrows(`o tema ${theme.code}`, theme.id)}
          <Action what={`o tema ${theme.code}`} onClick={() => onOpen({ kind: 'theme', theme })}>
            Editar
          </Action>
          <Action danger what={`o tema ${theme.code}`} onClick={() => onOpen({ kind: 'remove-theme', theme })}>
            Apagar
          </Action>
        </span>
      </header>
      <p className={styles['content']}>
        {theme.content && <>Conteúdos: {theme.content}. </>}
        <b>{sumsSentence(sumsOf(theme.objectives.map((one) => countOf(one).active)))}</b>
      </p>
      <ol className={styles['objectives']}>
        {objectives.map((objective) => (
          <Row
            key={objective.id}
            objective={objective}
            count={countOf(objective)}
            onAsk={() => onOpen({ kind: 'ask', theme, objective })}
          >
            {arrows(`o objectivo ${objective.code}`, objective.id, theme)}
            <Action
              what={`o objectivo ${objective.code}`}
              onClick={() => onOpen({ kind: 'objective', theme, objective })}
            >
              Editar
            </Action>
            <Action
              danger
              what={`o objectivo ${objective.code}`}
              onClick={() => onOpen({ kind: 'remove-objective', objective })}
            >
              Apagar
            </Action>
          </Row>
        ))}
      </ol>
      <Action
        what={` no tema ${theme.code}`}
        icon={<IconPlus size={18} />}
        onClick={() => onOpen({ kind: 'objective', theme, objective: 'new' })}
      >
        Novo objectivo
      </Action>
    </article>
  );
}

interface OpenDialogProps {
  open: Open;
  programme: ProgrammeProps;
  countOf: (objective: { code: string }) => Count;
  onClose: () => void;
}

function OpenDialog({ open, programme, countOf, onClose }: OpenDialogProps) {
  const { discipline, schoolClass, themes, askDialog: AskDialog } = programme;
  switch (open.kind) {
    case 'theme':
      return <ThemeDialog discipline={discipline} schoolClass={schoolClass} theme={open.theme} onClose={onClose} />;
    case 'objective':
      return <ObjectiveDialog themes={themes} theme={open.theme} objective={open.objective} onClose={onClose} />;
    case 'remove-theme':
      return <RemoveTheme theme={open.theme} countOf={countOf} onClose={onClose} />;
    case 'remove-objective':
      return (
        <RemoveObjective objective={open.objective} count={countOf(open.objective)} themes={themes} onClose={onClose} />
      );
    case 'move':
      return (
        <MoveDialog
          what={open.what}
          id={open.id}
          {...orderOf(
            programme,
            themes.find(({ id }) => id === open.theme?.id),
          )}
          reread={refreshCurriculum}
          onClose={onClose}
        />
      );
    case 'ask':
      return (
        <AskDialog
          discipline={discipline}
          schoolClass={schoolClass}
          objective={open.objective}
          theme={open.theme.theme}
          onClose={onClose}
        />
      );
  }
}

interface RowProps {
  objective: Objective;
  count: Count;
  onAsk: () => void;
  /** Actions on the objective. */
  children: ReactNode;
}

/** Renders an objective, the number of its questions, and a link to them. */
function Row({ objective, count, onAsk, children }: RowProps) {
  const coverage = coverageOf(count.active);
  const [tone, Icon] = ({ none: ['low', IconAlert], few: ['flag', IconMinus], enough: ['ok', IconCheck] } as const)[
    coverage
  ];
  return (
    <li className={cx(styles['objective'], coverage === 'none' && styles['gap'])}>
      <span className={styles['code']}>{objective.code}</span>
      <span className={styles['text']}>{objective.text}</span>
      <span className={cx(styles['coverage'], styles['small'])}>
        <Badge tone={tone} icon={<Icon size={16} />}>
          {coverageWords(count.active)}
        </Badge>
        {count.total > count.active && (
          <span className="meta muted">+{count.total - count.active} em testes inactivos</span>
        )}
        {count.total > 0 && (
          <a className={panel['link']} href={`/teacher/questions?objective=${encodeURIComponent(objective.code)}`}>
            Ver<span className="sr"> as questões do objectivo {objective.code}</span>
          </a>
        )}
        {coverage !== 'enough' && (
          <Action what={` para o objectivo ${objective.code}`} onClick={onAsk}>
            Criar questão
          </Action>
        )}
      </span>
      <span className={cx(panel['actions'], styles['small'])}>{children}</span>
    </li>
  );
}

interface ActionProps {
  /** The object of the action, for screen readers. */
  what: string;
  danger?: boolean;
  icon?: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

function Action({ what, danger, icon, onClick, children }: ActionProps) {
  return (
    <button type="button" className={panel[danger ? 'danger' : 'link']} onClick={onClick}>
      {icon}
      {children}
      <span className="sr"> {what}</span>
    </button>
  );
}

interface ArrowsProps {
  what: string;
  /** Its index, and the number of items. */
  at: number;
  of: number;
  onMove: (step: -1 | 1) => void;
  onPlace: () => void;
}

function Arrows({ what, at, of, onMove, onPlace }: ArrowsProps) {
  return (
    <>
      <button
        type="button"
        className={panel['icon']}
        aria-label={`Subir ${what}`}
        title="Subir"
        aria-disabled={at === 0}
        onClick={() => at > 0 && onMove(-1)}
      >
        <IconArrowUp size={18} />
      </button>
      <button
        type="button"
        className={panel['icon']}
        aria-label={`Descer ${what}`}
        title="Descer"
        aria-disabled={at === of - 1}
        onClick={() => at < of - 1 && onMove(1)}
      >
        <IconArrowDown size={18} />
      </button>
      <button
        type="button"
        className={panel['icon']}
        aria-label={`Mover ${what} para uma posição`}
        title="Mover para uma posição"
        aria-disabled={of < 3}
        onClick={() => of > 2 && onPlace()}
      >
        <IconAdjust size={18} />
      </button>
    </>
  );
}
