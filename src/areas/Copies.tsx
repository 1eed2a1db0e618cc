import { useEffect, useState } from 'react';
import styles from '../features/catalogue/PreparedHere.module.css';

interface Copy {
  address: string;
  title: string;
  /** ISO 8601. */
  keptAt: string;
}

/** The copies of this family's pages that the service worker keeps (web/worker/sw.ts), the newest first. */
async function readCopies(): Promise<Copy[]> {
  const cache = await caches.open('own');
  const copies: Copy[] = [];
  for (const request of await cache.keys()) {
    const text = (await (await cache.match(request))?.text()) ?? '';
    const keptAt = /<html data-kept="([^"]+)"/.exec(text)?.[1];
    const { pathname, search } = new URL(request.url);
    const title = TITLES.find(([pattern]) => pattern.test(pathname))?.[1];
    if (keptAt && title) copies.push({ address: pathname + search, title, keptAt });
  }
  return copies.sort((one, other) => other.keptAt.localeCompare(one.keptAt));
}

const TITLES = [
  [/^\/dashboard$/, 'Início'],
  [/^\/children$/, 'Filhos'],
  [/^\/children\/\d+\/reports$/, 'Relatório'],
  [/^\/children\/\d+\/knowledge$/, 'Mapa'],
  [/^\/children\/\d+\/diagnostic$/, 'Ponto de partida'],
  [/^\/children\/\d+\/mistakes$/, 'Caderno de erros'],
  [/^\/reports$/, 'Relatórios'],
  [/^\/(results|tests\/history)$/, 'Histórico'],
  [/^\/results\/\d+$/, 'Resultado'],
  [/^\/tests\/\d+\/review$/, 'Respostas revistas'],
  [/^\/subscription$/, 'Assinatura'],
  [/^\/payment-/, 'Pagamento'],
] as const;

/** What the family opened last and can be read without network, each with its time. */
export default function Copies() {
  const [copies, setCopies] = useState<Copy[]>([]);
  useEffect(() => {
    readCopies()
      .then(setCopies)
      .catch(() => {});
  }, []);
  if (copies.length === 0) return null;
  const time = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'short', timeStyle: 'short' });
  return (
    <section className={styles['here']} aria-labelledby="copies">
      <h2 id="copies">O que abriu por último</h2>
      <ul>
        {copies.map(({ address, title, keptAt }) => (
          <li key={address}>
            {/* Loaded, not drawn in place: what is kept is the page. */}
            <a href={address} target="_self">
              {title}
            </a>
            <span className="muted">cópia de {time.format(new Date(keptAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
