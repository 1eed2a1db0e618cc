import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { takesMinutes, USUAL_DURATION } from '../../../shared/durations.ts';
import { isYoung } from '../../../shared/young.ts';
import type { Loaded } from '../../../web/call/api.ts';
import { usePage, useSearch } from '../../../web/call/navigation.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { firstName, withArticle } from '../../../web/parts/text.ts';
import { WithoutVoice } from '../../../web/parts/WithoutVoice.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { Initial } from '../../../web/ui/paper/Cover.tsx';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { hasTests, NO_TESTS } from './children.rules.ts';

const dialog = () => import('./ChildDialog.tsx');
const ChildDialog = lazy(dialog);
const ArchivedChildren = lazy(() => import('./ArchivedChildren.tsx'));
const EraseChild = lazy(() => import('./EraseChild.tsx'));
/** Milliseconds after which the dialog is preloaded. */
const A_WHILE_MS = 1500;

interface ChildrenProps {
  family: Loaded<Child[]>;
  /** The button that starts the first test of a child; passed in, because this domain must not import it. */
  firstTest: ComponentType<{ childId: number }>;
}

/** Renders the children of an account, with dialogs to add and edit. */
export default function Children({ family, firstTest }: ChildrenProps) {
  usePage('Filhos', brand.productName);
  const online = useOnline();
  const { editing, setEditing, opened } = useEditing();
  /** The child just added; a link to the first test is shown on top. */
  const [added, setAdded] = useState<Child>();
  /** The child in the erasure dialog; undefined before its first opening. */
  const [erasing, setErasing] = useState<Child | null>();

  const children = family.data?.filter((child) => child.active);
  const eraseInstead = (child: Child) => {
    setEditing(null);
    setErasing(child);
  };
  const add = (
    <Button icon={<IconPlus />} onClick={() => setEditing('new')} disabled={!online}>
      Adicionar Filho
    </Button>
  );
  return (
    <Page>
      <div className={styles['head']}>
        <h1>Filhos</h1>
        {children && children.length > 0 && add}
      </div>
      {added && <Added child={added} firstTest={firstTest} />}
      {!online && <p className="muted">Sem internet: pode ver os dados, mas não alterá-los.</p>}
      {children ? (
        <DataTable
          caption="Filhos"
          columns={columns((child) => setEditing(child), online)}
          rows={children}
          rowKey={(child) => child.id}
          empty={
            <Empty
              title="Nenhum filho cadastrado"
              text="Adicione a primeira criança para fazer um teste e ver o resultado."
            >
              {add}
            </Empty>
          }
        />
      ) : family.error ? (
        <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
      ) : (
        <Skeleton lines={5} />
      )}
      {opened && (
        <Suspense fallback={null}>
          <ChildDialog
            child={editing}
            schools={schoolsOf(children ?? [])}
            onClose={() => setEditing(null)}
            onErase={eraseInstead}
            onAdded={setAdded}
          />
        </Suspense>
      )}
      {children && <Archive online={online} onErase={setErasing} />}
      {erasing !== undefined && (
        <Suspense fallback={null}>
          <EraseChild child={erasing} onClose={() => setErasing(null)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Returns which child the dialog shows, which is preloaded and opens by itself when the address asks for it. */
function useEditing() {
  const [editing, setEditing] = useState<Child | 'new' | null>(null);
  /** Whether the dialog has been open; from then on it stays, for its closing. */
  const [opened, setOpened] = useState(false);
  if (editing !== null && !opened) setOpened(true);
  useEffect(() => {
    const timer = setTimeout(() => void dialog().catch(() => {}), A_WHILE_MS);
    return () => clearTimeout(timer);
  }, []);
  const wantsToAdd = new URLSearchParams(useSearch()).get('action') === 'add';
  // The parameter is removed at once, so that a reload does not reopen the dialog.
  useEffect(() => {
    if (!wantsToAdd) return;
    setEditing('new');
    history.replaceState(history.state, '', location.pathname);
  }, [wantsToAdd]);
  return { editing, setEditing, opened };
}

function Added({ child, firstTest: FirstTest }: { child: Child } & Pick<ChildrenProps, 'firstTest'>) {
  const who = withArticle(firstName(child.fullName), child.gender);
  if (!hasTests(child.schoolClass)) return <Notice title={`${who} já está na lista`}>{NO_TESTS}</Notice>;
  return (
    <Notice
      title={`${who} já pode começar`}
      action={
        <Suspense fallback={null}>
          <FirstTest childId={child.id} />
        </Suspense>
      }
    >
      São 10 perguntas. {takesMinutes(USUAL_DURATION, child.extendedTime)} Passe o telemóvel à criança e fique por
      perto.
      {isYoung(child.schoolClass) && <WithoutVoice />}
    </Notice>
  );
}

/** Renders the archived children, read once asked for. */
function Archive({ online, onErase }: { online: boolean; onErase: (child: Child) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles['aside']}>
      {open ? (
        <Suspense fallback={<Skeleton lines={2} />}>
          <h2>Crianças arquivadas</h2>
          <ArchivedChildren online={online} onErase={onErase} />
        </Suspense>
      ) : (
        <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
          Ver crianças arquivadas
        </Button>
      )}
    </section>
  );
}

const schoolsOf = (children: readonly Child[]) => [...new Set(children.flatMap(({ school }) => school ?? []))];

const columns = (edit: (child: Child) => void, online: boolean): Column<Child>[] => [
  {
    key: 'name',
    header: 'Nome',
    card: 'title',
    cell: (child) => (
      <span className={styles['name']}>
        <Initial name={child.fullName} cover={child.cover} size="m" />
        <b>{child.fullName}</b>
      </span>
    ),
  },
  { key: 'class', header: 'Classe', cell: (child) => <ClassOf child={child} /> },
  {
    key: 'school',
    header: 'Escola',
    cell: ({ school }) => <Free text={school} otherwise="Escola não especificada" />,
  },
  {
    key: 'location',
    header: 'Localização',
    cell: ({ location }) => <Free text={location} otherwise="por indicar" />,
  },
  {
    key: 'edit',
    header: 'Acções',
    card: 'wide',
    cell: (child) => (
      <Button
        variant="secondary"
        size="s"
        icon={<IconPencil size={18} />}
        disabled={!online}
        onClick={() => edit(child)}
        className={styles['edit']}
      >
        Editar<span className="sr"> {child.fullName}</span>
      </Button>
    ),
  },
];

/** Renders the entered text, or a placeholder. */
function Free({ text, otherwise }: { text: string | null; otherwise: string }) {
  return <span className={text ? styles['free'] : 'muted'}>{text ?? otherwise}</span>;
}

function ClassOf({ child }: { child: Child }) {
  return (
    <>
      {child.schoolClass}
      {child.extendedTime && <span className="meta"> · {child.extendedTime} min por teste</span>}
    </>
  );
}
