// Starts the test of this address before the app's code has loaded (delivery/browser/early-start.ts). Does nothing if the device already has
// the test, or if that cannot be determined. Requests the first question as HTML unless the phone has the app's code.

try {
  const testId = (/^\/tests\/([1-9]\d{0,9})$/.exec(location.pathname) as RegExpExecArray)[1] as string;
  const childId = (/[?&]childId=([1-9]\d{0,9})(&|$)/.exec(location.search) as RegExpExecArray)[1] as string;
  if (!localStorage.getItem(`teste:${childId}:${testId}`)) start(childId, testId);
} catch {
  // Another page, blocked storage, or no UUIDs: the app starts the test itself.
}

function start(childId: string, testId: string): void {
  const clientId = crypto.randomUUID();
  const startedAt = performance.now();
  const draw = !navigator.serviceWorker?.controller;
  const reply = fetch('/api/attempts', {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ childId: +childId, testId: +testId, clientId, order: 'own', draw }),
  }).then((response) => ({ response, roundTrip: performance.now() - startedAt, receivedAt: Date.now() }));
  reply.catch(() => {});
  Object.assign(window, { early: { key: `${childId}:${testId}`, clientId, reply } });
}

export {};
