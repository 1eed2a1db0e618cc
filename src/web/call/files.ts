import type { Answered, Contract, EndpointKey } from '../../shared/endpoint.ts';
import { type Arguments, carried, type LooseRequest, reach } from './call.ts';

// Calls with files. They are in a separate file, so that only the screens that need them load them.

/** Creates the function that fetches one feature's files (PDF, CSV…). It throws CallError like every call. */
export function fileCaller<C extends Contract>() {
  return async <K extends keyof C & EndpointKey>(
    key: K,
    ...request: Arguments<C, K>
  ): Promise<{ blob: Blob; name: string | undefined }> => {
    const asked = (request[0] ?? {}) as LooseRequest;
    const response = await reach(key, asked, carried(asked));
    return { blob: await response.blob(), name: nameIn(response.headers.get('Content-Disposition') ?? '') };
  };
}

/** Creates the function that sends one feature's uploads: a file in the part of this name, and the fields of the body as other parts. */
export function uploader<C extends Contract>(part = 'file') {
  return async <K extends keyof C & EndpointKey>(
    key: K,
    request: Arguments<C, K>[0] & { file: Blob; onProgress?: (share: number) => void },
  ): Promise<Answered<C[K]>> => {
    const { body, file, onProgress } = request as {
      body?: Record<string, unknown>;
      file: Blob;
      onProgress?: (share: number) => void;
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {}))
      if (value !== undefined && value !== null) form.append(name, String(value));
    form.append(part, file);
    const sent = { body: form, ...(onProgress && { by: telling(onProgress) }) };
    return (await (await reach(key, request as LooseRequest, sent)).json()) as Answered<C[K]>;
  };
}

/** Milliseconds without a byte sent, or without the reply after the last byte, after which an upload is given up. */
const STALLED_MS = 30_000;

/** Creates a replacement for `fetch` that reports the share of the body that was sent, 0 to 1. */
const telling =
  (onProgress: (share: number) => void): typeof fetch =>
  (address, { method, body } = {}) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout>;
      const moves = () => {
        clearTimeout(timer);
        timer = setTimeout(() => call.abort(), STALLED_MS);
      };
      const ends = () => {
        clearTimeout(timer);
        reject(new TypeError('not sent'));
      };
      call.open(method ?? 'GET', String(address));
      call.responseType = 'blob';
      call.upload.onprogress = ({ loaded, total }) => {
        moves();
        onProgress(total > 0 ? loaded / total : 0);
      };
      call.onload = () => {
        clearTimeout(timer);
        resolve(new Response(call.response as Blob, { status: call.status, statusText: call.statusText }));
      };
      call.onerror = ends;
      call.onabort = ends;
      moves();
      call.send(body as XMLHttpRequestBodyInit);
    });

/** Saves a fetched file as a download in the browser. */
export function saveFile({ blob, name }: { blob: Blob; name: string | undefined }, otherwise: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? otherwise;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click; its memory is released a minute later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns the name that the server gives a file, or undefined if it gives none. */
function nameIn(disposition: string): string | undefined {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return coded ? decodeURIComponent(coded) : /filename="?([^";]+)/i.exec(disposition)?.[1];
}
