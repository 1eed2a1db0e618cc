/** Client of the inspector of a program started with `--inspect=127.0.0.1:port`. */
export interface Inspector {
  ask(method: string, parameters?: object): Promise<Record<string, unknown>>;
  close(): void;
}

export async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl as string);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let id = 0;
  return {
    ask: (method, parameters = {}) =>
      new Promise((resolve) => {
        id += 1;
        const mine = id;
        const onMessage = ({ data }: MessageEvent) => {
          const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
          if (message.id !== mine) return;
          socket.removeEventListener('message', onMessage);
          resolve(message.result ?? {});
        };
        socket.addEventListener('message', onMessage);
        socket.send(JSON.stringify({ id, method, params: parameters }));
      }),
    close: () => socket.close(),
  };
}
