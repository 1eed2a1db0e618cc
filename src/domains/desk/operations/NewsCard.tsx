import { useRef, useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import { grouped } from '../../../shared/text.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { useAction } from '../../../web/call/use-action.ts';
import { Read } from '../../../web/parts/filters.tsx';
import { RunDialog } from '../../../web/parts/RunDialog.tsx';
import { plural } from '../../../web/parts/text.ts';
import { useForm } from '../../../web/parts/use-form.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { RadioGroup, TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { News, newsContract } from '../../telling/notifications/news.contract.ts';
import styles from './Admin.module.css';
import { AUDIENCE_WORDS } from './words.rules.ts';

const useRead = reader<typeof newsContract>();
const call = caller<typeof newsContract>();

const reread = () => refresh('/api/admin/news', '/api/admin/audit');

/** Lists the news for all users, parents or teachers, with a form to publish news and buttons to withdraw it. */
export function NewsCard() {
  const found = useRead('GET /api/admin/news', {});
  const [gone, setGone] = useState<News>();
  return (
    <Card title="Novidades">
      <p className={styles['say']}>
        Chegam ao sino dos encarregados e ao painel dos professores, e por e-mail a quem os tem ligados.
      </p>
      <NewsForm />
      <Read found={found} loading={null}>
        {(list) =>
          list.length > 0 && (
            <ul className={styles['paid']}>
              {list.map((news) => (
                <li key={news.id}>
                  <div>
                    <b className={styles['name']}>{news.title}</b>
                    <span className={styles['under']}>
                      {AUDIENCE_WORDS[news.audience]} · {relativeTime(news.createdAt, new Date())}{' '}
                      {!news.done && <Badge tone="flag">A caminho</Badge>}
                    </span>
                  </div>
                  <Button variant="quiet" size="s" onClick={() => setGone(news)}>
                    Retirar<span className="sr"> {news.title}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {gone && <Withdraw news={gone} onClose={() => setGone(undefined)} />}
    </Card>
  );
}

/** A piece of news that has been written and is about to be sent, with who would get it. */
interface Written {
  body: { title: string; message: string; audience: News['audience'] };
  readers: number;
  mailed: number;
}

function NewsForm() {
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<Written>();
  const { busy, problems, refused, onSubmit } = useForm({
    onSend: async ({ title = '', message = '', audience }) => {
      const body = { title, message, audience: audience as News['audience'] };
      setWritten({ body, ...(await call('POST /api/admin/news/preview', { body })) });
    },
  });
  return (
    <>
      <form ref={form} className={styles['form']} noValidate onSubmit={onSubmit}>
        <TextField label="Título" name="title" id="news-title" maxLength={80} error={problems['title']} />
        <TextArea label="Texto" name="message" id="news-message" rows={4} maxLength={600} error={problems['message']} />
        <RadioGroup
          legend="Para"
          name="audience"
          id="news-audience"
          defaultValue="all"
          error={problems['audience']}
          options={Object.entries(AUDIENCE_WORDS).map(([value, label]) => ({ value, label }))}
        />
        <p className="refused" role="alert">
          {refused}
        </p>
        <div>
          <Button type="submit" size="s" busy={busy} busyText="A preparar…">
            Ver antes de enviar
          </Button>
        </div>
      </form>
      {written && (
        <Preview written={written} onClose={() => setWritten(undefined)} onSent={() => form.current?.reset()} />
      )}
    </>
  );
}

interface PreviewProps {
  written: Written;
  onClose: () => void;
  onSent: () => void;
}

/** Shows news as its readers will see it, with their number; only from here is it sent. */
function Preview({ written: { body, readers, mailed }, onClose, onSent }: PreviewProps) {
  const who = `${plural(readers, 'pessoa', 'pessoas')} (${AUDIENCE_WORDS[body.audience].toLowerCase()})`;
  const rehearsal = useAction(async () => {
    const { mailedTo } = await call('POST /api/admin/news/preview', { body: { ...body, mailMe: true } });
    toast({ kind: 'success', title: 'Ensaio enviado', text: `O e-mail vai só para ${mailedTo}.` });
  });
  const send = async () => {
    await call('POST /api/admin/news', { body });
    onSent();
    toast({ kind: 'success', title: 'A enviar a novidade', text: `Chega a ${who} nos próximos minutos.` });
    await reread();
  };
  return (
    <RunDialog
      onClose={onClose}
      title="Enviar esta novidade?"
      action={`Enviar a ${plural(readers, 'pessoa', 'pessoas')}`}
      busyText="A enviar…"
      act={send}
    >
      <blockquote className={styles['announcement']}>
        <b>{body.title}</b>
        <p>{body.message}</p>
      </blockquote>
      <p>
        Chega a {who}, {mailed === 0 ? 'sem e-mails' : `${grouped(mailed)} também por e-mail`}.
      </p>
      <p className="refused" role="alert">
        {rehearsal.refused}
      </p>
      <div>
        <Button variant="secondary" size="s" busy={rehearsal.busy} busyText="A enviar…" onClick={rehearsal.run}>
          Enviar só para mim
        </Button>
      </div>
    </RunDialog>
  );
}

function Withdraw({ news, onClose }: { news: News; onClose: () => void }) {
  const withdraw = async () => {
    await call('DELETE /api/admin/news/:id', { params: { id: String(news.id) } });
    await reread();
  };
  return (
    <RunDialog
      onClose={onClose}
      size="s"
      title="Retirar a novidade?"
      action="Retirar"
      busyText="A retirar…"
      danger
      act={withdraw}
    >
      <p>«{news.title}» desaparece da aplicação para todos. Os e-mails que já saíram não voltam atrás.</p>
    </RunDialog>
  );
}
