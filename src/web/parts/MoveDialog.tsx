import { useState } from 'react';
import { movedTo } from '../device/order.ts';
import { TextField } from '../ui/forms/Field.tsx';
import { FormDialog } from './FormDialog.tsx';

interface MoveDialogProps {
  /** "a questão 12", for use in a sentence. */
  what: string;
  ids: readonly number[];
  id: number;
  /** Sends the new order; a refusal is shown in the dialog. */
  send: (ids: number[]) => Promise<unknown>;
  reread: () => Promise<unknown>;
  onClose: () => void;
}

/** Moves an item of a list to a typed position; the arrow buttons only move it by one. */
export default function MoveDialog({ what, ids, id, send, reread, onClose }: MoveDialogProps) {
  const now = ids.indexOf(id) + 1;
  const [typed, setTyped] = useState(String(now));
  const place = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  return (
    <FormDialog
      title={`Mover ${what}`}
      size="s"
      action="Mover"
      onClose={onClose}
      reread={reread}
      check={(): Record<string, string> =>
        place >= 1 && place <= ids.length ? {} : { place: `Indique um número de 1 a ${ids.length}.` }
      }
      send={async () => {
        if (place !== now) await send(movedTo(ids, id, place - 1));
      }}
    >
      {(problems) => (
        <TextField
          label="Para a posição"
          name="place"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          hint={`De 1 a ${ids.length}. Agora está na posição ${now}.`}
          value={typed}
          error={problems['place']}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
