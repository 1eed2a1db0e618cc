import { toast } from '../ui/base/Toast.tsx';
import { messageOf } from './call.ts';

/** Shows the specification's error toast: its title, what failed, and the server's own message. */
export function failed(title: string, what: string, error: unknown): void {
  toast({ kind: 'error', title, text: `${what}: ${messageOf(error)}` });
}
export const succeeded = (text: string) => toast({ kind: 'success', title: 'Sucesso', text });
