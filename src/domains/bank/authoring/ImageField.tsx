import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { messageOf } from '../../../web/call/call.ts';
import { uploader } from '../../../web/call/files.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconAlert } from '../../../web/ui/base/Icon.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import { IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconImage } from '../../../web/ui/icons/StaffIcon.tsx';
import { Drawing } from '../../../web/ui/paper/Drawing.tsx';
import type { imagesContract } from '../test-bank/images.contract.ts';
import styles from './Authoring.module.css';

const upload = uploader<typeof imagesContract>();

/** A picture that was uploaded, now or earlier. */
interface Uploaded {
  kind: 'image';
  id: string;
  src: string;
  width: number;
  height: number;
}

/** The picture or drawing of a question. */
export type Shown =
  | { kind: 'none' }
  | Uploaded
  /** A drawing of the bank; it can be removed or replaced, not edited here. */
  | { kind: 'figure'; svg: string; alt: string };

interface ImageFieldProps {
  shown: Shown;
  onShown: (shown: Shown) => void;
  alt: string;
  onAlt: (alt: string) => void;
  /** The problem of the picture or of its description. */
  problem: string | undefined;
}

/** Renders the picture of a question: it is uploaded as soon as it is chosen. A description serves users who do not see it. */
export function ImageField({ shown, onShown, alt, onAlt, problem }: ImageFieldProps) {
  const { busy, refused, choose, input } = useUpload('Ficheiro da imagem', onShown);
  return (
    <fieldset className={styles['picture']}>
      <legend>
        Imagem <span>(opcional)</span>
      </legend>
      <p className={styles['hint']}>PNG, JPEG ou WebP. Fica leve para o telemóvel dos alunos: 60 KB no máximo.</p>
      {shown.kind === 'image' && (
        <img src={shown.src} width={shown.width} height={shown.height} alt={alt || 'Imagem ainda sem descrição'} />
      )}
      {shown.kind === 'figure' && <Drawing svg={shown.svg} alt={shown.alt} className={styles['figure']} />}
      <div className={styles['row']}>
        {input}
        <Button
          variant="secondary"
          size="s"
          icon={<IconImage size={18} />}
          busy={busy}
          busyText="A enviar…"
          onClick={choose}
        >
          {shown.kind === 'none' ? 'Escolher imagem' : 'Trocar imagem'}
        </Button>
        {shown.kind !== 'none' && (
          <Button variant="quiet" size="s" icon={<IconTrash size={18} />} onClick={() => onShown({ kind: 'none' })}>
            Retirar
          </Button>
        )}
        {busy && <Spinner label="A enviar a imagem…" />}
      </div>
      <p className={styles['refused']} role="alert">
        {refused && <IconAlert size={18} />}
        {refused}
      </p>
      {shown.kind === 'image' && (
        <TextField
          label="Descrição da imagem"
          name="imageAlt"
          hint="Para quem não a vê: diga o que se vê, sem dar a resposta."
          maxLength={300}
          value={alt}
          error={problem}
          onChange={(event) => onAlt(event.target.value)}
        />
      )}
    </fieldset>
  );
}

interface Upload {
  busy: boolean;
  /** Why the last file was refused; empty if it was not. */
  refused: string;
  /** Opens the dialog of files. */
  choose: () => void;
  /** The invisible field of the file, to be rendered. */
  input: ReactNode;
}

/** Uploads a picture as soon as it is chosen. @param label name of the field of the file, for those who do not see it. */
export function useUpload(label: string, onUploaded: (picture: Uploaded) => void): Upload {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Without this, choosing the same file again would not fire an event.
    event.target.value = '';
    if (!file) return;
    setBusy(true);
    setRefused('');
    try {
      const { id, src, width, height } = await upload('POST /api/teacher/images', { file });
      onUploaded({ kind: 'image', id, src, width, height });
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const input = (
    <input
      ref={field}
      className="sr"
      type="file"
      aria-label={label}
      tabIndex={-1}
      accept="image/png,image/jpeg,image/webp"
      onChange={(event) => void send(event)}
    />
  );
  return { busy, refused, choose: () => field.current?.click(), input };
}
