import { useEffect, useState } from 'react';
import type { Answered } from '../../../shared/endpoint.ts';
import { caller } from '../../../web/call/call.ts';
import styles from './Files.module.css';
import type { importsContract } from './imports.contract.ts';

const call = caller<typeof importsContract>();
type Progress = Answered<(typeof importsContract)['GET /api/teacher/imports/progress/:token']>;

const WORDS: Record<Progress['stage'], string> = {
  waiting: 'À espera de vez…',
  reading: 'A ler o ficheiro…',
  checking: 'A ver as questões…',
  writing: 'A guardar as questões…',
};
/** Milliseconds between two requests for the progress. */
const PAUSE_MS = 500;

/** Shows the progress of an import. Shows nothing if the progress cannot be read, because the import continues all the same. */
export function ImportProgress({ token, stores }: { token: string; stores: boolean }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const ask = async () => {
      const answer = await call('GET /api/teacher/imports/progress/:token', { params: { token } }).catch(() => null);
      if (over) return;
      if (answer) setProgress(answer);
      timer = setTimeout(() => void ask(), PAUSE_MS);
    };
    timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [token]);
  const isCounted = progress !== null && progress.total > 1;
  return (
    <div className={styles['progress']}>
      <p role="status">
        {progress ? WORDS[progress.stage] : stores ? 'A importar…' : 'A enviar e a ler o ficheiro…'}
        {isCounted && ` ${progress.done} de ${progress.total}`}
      </p>
      <progress aria-label="Progresso" {...(isCounted ? { value: progress.done, max: progress.total } : {})} />
    </div>
  );
}
