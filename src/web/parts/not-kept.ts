import { CallError } from '../call/call.ts';

/** Returns the error of something that was to be on this device for use without network, and is gone with the page. */
export const notKept = (): CallError =>
  new CallError(
    507,
    JSON.stringify({ code: 'not-kept', message: 'Este navegador não deixa guardar no telemóvel.' }),
    '',
  );
