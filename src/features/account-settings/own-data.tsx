import { CallError } from '../../web/call.ts';
import { fileCaller, saveFile } from '../../web/files.ts';
import { toast } from '../../web/ui/Toast.tsx';
import type { dataContract } from '../own-data/data.contract.ts';

const fetchFile = fileCaller<typeof dataContract>();

/** Downloads the family's stored data; shows the error if that fails. */
export async function downloadOwnData(): Promise<void> {
  try {
    saveFile(await fetchFile('GET /api/account/data'), 'os-meus-dados.json');
  } catch (error) {
    const said = error instanceof CallError ? error.said : String(error);
    toast({ kind: 'error', title: 'Erro', text: `O ficheiro não chegou. ${said}` });
  }
}
