import type { Contract } from '../../../shared/endpoint.ts';
import { messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';

/** Of any endpoint: that of own-data, a later feature, is given nothing, and its reply is saved as it is. */
const fetchFile = fileCaller<Contract>();

/** Downloads the family's stored data; shows the error if that fails. */
export async function downloadOwnData(): Promise<void> {
  try {
    saveFile(await fetchFile('GET /api/account/data'), 'os-meus-dados.json');
  } catch (error) {
    const said = messageOf(error);
    toast({ kind: 'error', title: 'Erro', text: `O ficheiro não chegou. ${said}` });
  }
}
