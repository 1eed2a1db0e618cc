import { type FormEvent, useState } from 'react';
import { longDate, relativeTime } from '../../shared/dates.ts';
import { reader, refresh } from '../../web/api.ts';
import { CallError, caller } from '../../web/call.ts';
import { Failed } from '../../web/Failed.tsx';
import { fileCaller, keep } from '../../web/files.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { PasswordField } from '../../web/ui/Field.tsx';
import { IconDownload } from '../../web/ui/Icon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Admin.module.css';
import { Figures } from './Charts.tsx';
import type { databaseContract } from './database.contract.ts';
import { grouped } from './overview.rules.ts';
import { PartHead } from './Shell.tsx';

const useRead = reader<typeof databaseContract>();
const call = caller<typeof databaseContract>();
const fetchFile = fileCaller<typeof databaseContract>();

/** "41 MB": a thousand bytes are a KB. */
function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  if (bytes < 1_000_000_000) return `${Math.round(bytes / 1_000_000)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')} GB`;
}

/** What is kept, how much of it, and its copies. */
export default function DatabasePart() {
  const found = useRead('GET /api/admin/database', {});
  const [making, setMaking] = useState(false);
  const [taking, setTaking] = useState<string>();
  const make = async () => {
    setMaking(true);
    try {
      const made = await call('POST /api/admin/backups');
      toast({ kind: 'success', title: 'Cópia feita', text: `${made.name}, ${sizeOf(made.bytes)}` });
      await refresh('/api/admin/database', '/api/admin/audit');
    } catch (error) {
      toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) });
    } finally {
      setMaking(false);
    }
  };
  const state = found.data;
  const [last] = state?.backups ?? [];
  return (
    <>
      <PartHead
        title="Base de dados"
        aside={
          <Button busy={making} busyText="A copiar…" onClick={() => void make()}>
            Fazer cópia agora
          </Button>
        }
      >
        Restaurar uma cópia faz-se só por comando, no servidor.
      </PartHead>
      {!state ? (
        found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
        ) : (
          <Skeleton lines={12} />
        )
      ) : (
        <>
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
          <div className={styles['two']}>
            <Card title="Tabelas">
              <Figures
                caption="Tabelas, as maiores primeiro, com o número aproximado de linhas"
                columns={['Tabela', 'Linhas', 'Tamanho']}
                rows={state.tables.map(({ name, rows, bytes }) => [name, grouped(rows), sizeOf(bytes)])}
              />
            </Card>
            <Card title="Cópias de segurança">
              {state.backups.length === 0 ? (
                <p className={styles['say']}>Ainda não há cópias neste servidor.</p>
              ) : (
                <ul className={styles['lines']}>
                  {state.backups.map(({ name, bytes, at }) => (
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
                        onClick={() => setTaking(name)}
                      >
                        Descarregar<span className="sr"> {name}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </div>
          <div className={styles['two']}>
            <Card title="Migrações">
              <Figures
                caption="Migrações, a mais recente primeiro"
                columns={['Nome', 'Aplicada']}
                rows={state.migrations.map(({ name, appliedAt }) => [name, longDate(appliedAt)])}
              />
            </Card>
          </div>
        </>
      )}
      <Download name={taking} onClose={() => setTaking(undefined)} />
    </>
  );
}

/** A copy holds everything of every family: taking it along asks for the password. */
function Download({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const close = () => {
    setProblem('');
    onClose();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!name) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    setProblem('');
    try {
      keep(await fetchFile('POST /api/admin/backups/:name/download', { params: { name }, body: { password } }), name);
      void refresh('/api/admin/audit');
      close();
    } catch (error) {
      setProblem(error instanceof CallError ? error.said : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={name !== undefined}
      onClose={close}
      busy={busy}
      size="s"
      title="Descarregar a cópia"
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form="take-backup" busy={busy} busyText="A descarregar…">
            Descarregar
          </Button>
        </>
      }
    >
      <form id="take-backup" className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p>A cópia tem os dados de todas as famílias. Guarde-a cifrada e só onde for preciso.</p>
        <PasswordField
          label="A sua senha"
          name="password"
          id="backup-password"
          autoComplete="current-password"
          error={problem || undefined}
        />
      </form>
    </Dialog>
  );
}
