import { useEffect, useRef, useState } from 'react';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import type { Answered } from '../../../shared/endpoint.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { CallError, caller, messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { Read } from '../../../web/parts/filters.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './Admin.module.css';
import { BackupWarnings } from './BackupWarnings.tsx';
import { Figures } from './Charts.tsx';
import type { databaseContract } from './database.contract.ts';
import { grouped } from './overview.rules.ts';
import { PartHead } from './Shell.tsx';
import { dateInFigures, sizeOf } from './words.rules.ts';

type DatabaseState = Answered<(typeof databaseContract)['GET /api/admin/database']>;

const useRead = reader<typeof databaseContract>();
const call = caller<typeof databaseContract>();
const fetchFile = fileCaller<typeof databaseContract>();

/** Shows the tables of the database with their sizes, and the backups. */
export default function DatabasePart() {
  const found = useRead('GET /api/admin/database', {});
  const [asking, setAsking] = useState(false);
  const isMaking = useRequested(found.data, found.refetch);
  const ask = async () => {
    setAsking(true);
    try {
      await call('POST /api/admin/backups');
      await refresh('/api/admin/database');
    } catch (error) {
      sayFailed(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <PartHead
        title="Base de dados"
        aside={
          <Button busy={asking || isMaking} busyText="A copiar…" onClick={() => void ask()}>
            Fazer cópia agora
          </Button>
        }
      >
        Repor uma cópia faz-se só por comando, no servidor.
      </PartHead>
      <Read found={found} loading={<Skeleton lines={12} />}>
        {(state) => (
          <>
            <BackupWarnings {...state.backupHealth} />
            <Requested request={state.backupRequest} />
            <Sums state={state} />
            <Copies backups={state.backups} rehearsedAt={state.backupHealth.rehearsedAt} />
            <div className={cx(styles['two'], styles['even'])}>
              <Card title="Tabelas">
                <Figures
                  caption="Tabelas, as maiores primeiro, com o número aproximado de linhas"
                  columns={['Tabela', 'Linhas', 'Tamanho']}
                  rows={state.tables.map(({ name, rows, bytes }) => [name, grouped(rows), sizeOf(bytes)])}
                />
              </Card>
              <Card title="Migrações">
                <Figures
                  caption="Migrações, a mais recente primeiro"
                  columns={['Nome', 'Aplicada']}
                  rows={state.migrations.map(({ name, appliedAt }) => [name, dateInFigures(appliedAt)])}
                />
              </Card>
            </div>
          </>
        )}
      </Read>
    </>
  );
}

/** Milliseconds between two looks at a backup that is being made. */
const LOOK_AGAIN_MS = 3_000;

/**
 * Follows the requested backup until it has ended, and says so once it is done.
 *
 * @returns whether it waits or is being made.
 */
function useRequested(state: DatabaseState | undefined, refetch: () => Promise<unknown>): boolean {
  const request = state?.backupRequest;
  const isMaking = request?.state === 'waiting' || request?.state === 'running';
  const wasMaking = useRef(false);
  useEffect(() => {
    if (!isMaking) return undefined;
    const timer = setInterval(() => void refetch(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMaking, refetch]);
  useEffect(() => {
    if (wasMaking.current && request?.state === 'done') {
      toast({ kind: 'success', title: 'Cópia feita', text: 'Está na lista das cópias de segurança.' });
      void refresh('/api/admin/overview', '/api/admin/audit');
    }
    wasMaking.current = isMaking;
  }, [isMaking, request?.state]);
  return isMaking;
}

/** Says that the requested backup is being made, or that it failed. */
function Requested({ request }: { request: DatabaseState['backupRequest'] }) {
  const when = request && relativeTime(request.requestedAt, new Date());
  return (
    <p className={styles['say']} role="status">
      {(request?.state === 'waiting' || request?.state === 'running') &&
        `A fazer a cópia pedida ${when}. Pode sair desta página: a cópia continua.`}
      {request?.state === 'failed' &&
        `A cópia pedida ${when} falhou. Veja se há espaço em disco no servidor e peça-a de novo.`}
    </p>
  );
}

/** Shows an error message, unless the error means that the administrator cancelled. */
function sayFailed(error: unknown): void {
  if (error instanceof CallError && error.dismissed) return;
  toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
}

function Sums({ state }: { state: DatabaseState }) {
  const [last] = state.backups;
  return (
    <dl className={styles['sums']}>
      <div>
        <dt>Motor</dt>
        <dd>{state.engine}</dd>
      </div>
      <div>
        <dt>Tamanho</dt>
        <dd>{sizeOf(state.bytes)}</dd>
      </div>
      <div>
        <dt>Migrações</dt>
        <dd>{state.migrations.length}</dd>
      </div>
      <div>
        <dt>Última cópia</dt>
        <dd>{last ? relativeTime(last.at, new Date()) : 'nenhuma'}</dd>
      </div>
    </dl>
  );
}

function Copies({ backups, rehearsedAt }: { backups: DatabaseState['backups']; rehearsedAt: string | null }) {
  const [taking, setTaking] = useState<string>();
  const take = async (name: string) => {
    setTaking(name);
    try {
      saveFile(await fetchFile('POST /api/admin/backups/:name/download', { params: { name } }), name);
      await refresh('/api/admin/audit');
    } catch (error) {
      sayFailed(error);
    } finally {
      setTaking(undefined);
    }
  };
  return (
    <Card title="Cópias de segurança">
      <p className={styles['say']}>
        Uma cópia tem os dados de todas as famílias. Guarde-a cifrada e só onde for preciso; neste servidor é apagada ao
        fim de 30 dias.
      </p>
      <p className={styles['say']}>
        Última vez que se experimentou repor uma cópia: {rehearsedAt ? longDate(rehearsedAt) : 'nunca'}.
      </p>
      {backups.length === 0 ? (
        <p className={styles['say']}>Ainda não há cópias neste servidor.</p>
      ) : (
        <ul className={styles['lines']}>
          {backups.map(({ name, bytes, at }) => (
            <li key={name}>
              <div>
                <b className={styles['name']}>{longDate(at)}</b>
                <span className={styles['under']}>
                  {name} · {sizeOf(bytes)}
                </span>
              </div>
              <Button
                variant="quiet"
                size="s"
                icon={<IconDownload size={18} />}
                busy={taking === name}
                busyText="A descarregar…"
                onClick={() => void take(name)}
              >
                Descarregar<span className="sr"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
