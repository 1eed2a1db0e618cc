import { useEffect } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import type { Loaded } from '../../../web/call/api.ts';
import { goTo, usePage } from '../../../web/call/navigation.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Booklet } from '../../../web/ui/paper/Booklet.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import styles from '../history/History.module.css';
import { NOTHING_YET, nowWords } from '../progress/child-now.rules.ts';
import { rehearsalsInWords } from '../results/rehearsal.rules.ts';

/** Renders the choice of the child whose report is shown; with one child there is nothing to choose. */
export default function Reports({ family }: { family: Loaded<ChildWithStats[]> }) {
  usePage('Relatórios', brand.productName);
  const children = family.data?.filter((child) => child.active);
  const only = children?.length === 1 ? children[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) goTo(`/children/${only}/reports`, { replace: true });
  }, [only]);
  return (
    <Page>
      <div className={styles['hello']}>
        <h1>Relatórios</h1>
      </div>
      {children && only === undefined ? (
        children.length === 0 ? (
          <Empty title="Nenhum filho cadastrado" text="Adicione uma criança e faça o primeiro teste.">
            <Button href="/children?action=add">Adicionar Filho</Button>
          </Empty>
        ) : (
          <div className={styles['booklets']}>
            {children.map((child) => (
              <Booklet key={child.id} cover={child.cover} name={child.fullName} heading="h2" detail={child.schoolClass}>
                <p>
                  <b>{nowWords(child.stats.now ?? NOTHING_YET)}</b>
                </p>
                {child.stats.rehearsals && rehearsalsInWords(child.stats.rehearsals) && (
                  <p className="muted">{rehearsalsInWords(child.stats.rehearsals)}</p>
                )}
                <Button full variant="secondary" href={`/children/${child.id}/reports`}>
                  Ver relatório
                  <span className="sr"> de {child.fullName}</span>
                </Button>
              </Booklet>
            ))}
          </div>
        )
      ) : family.error ? (
        <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}
