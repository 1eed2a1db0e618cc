import { type FormEvent, useId, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { useAction } from '../../../web/call/use-action.ts';
import { firstName } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { Initial } from '../../../web/ui/paper/Cover.tsx';
import styles from './CoveredDialog.module.css';
import type { CoveredChildren, coveredContract } from './covered.contract.ts';
import { SWAP_DAYS } from './covered.rules.ts';

const callCovered = caller<typeof coveredContract>();

interface CoveredDialogProps {
  covered: CoveredChildren;
  /** Number of places: of the current plan, or of the plan about to be paid. */
  places: number;
  onClose: () => void;
}

/** Chooses the children that the plan covers: one, or as many as the plan has places. */
export default function CoveredDialog({ covered, places, onClose }: CoveredDialogProps) {
  const form = useId();
  const children = covered.children.filter(({ active }) => active);
  const [chosen, setChosen] = useState<readonly number[]>(children.slice(0, places).map(({ id }) => id));
  const single = places === 1;

  const losing = covered.children.filter(({ id, heldUntil }) => heldUntil && !chosen.includes(id));
  const barred = losing.length > 0 && covered.swapFrom !== null;
  const missing = chosen.length === 0;

  const { busy, refused, run } = useAction(async () => {
    await callCovered('PUT /api/covered-children', { body: { childIds: [...chosen] } });
    toast({ kind: 'success', title: 'Sucesso', text: 'A sua escolha ficou guardada.' });
    await refresh('/api/covered-children', '/api/children', '/api/tests');
    onClose();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !missing && !barred) run();
  };

  return (
    <ActionDialog
      open
      onClose={onClose}
      busy={busy}
      size="s"
      sheet
      title={single ? 'Que criança fica neste plano?' : 'Que crianças ficam neste plano?'}
      action="Guardar"
      busyText="A guardar…"
      form={form}
      disabled={missing || barred}
    >
      <form id={form} onSubmit={save} className={styles['form']}>
        <Choices people={children} places={places} chosen={chosen} onChoose={setChosen} />
        <p className={cx('meta', styles['note'])} aria-live="polite">
          {swapSentence(losing, covered.swapFrom)}
        </p>
        {refused && (
          <p className="refused" role="alert">
            {refused}
          </p>
        )}
      </form>
    </ActionDialog>
  );
}

interface ChoicesProps {
  people: CoveredChildren['children'];
  places: CoveredDialogProps['places'];
  /** Ids of the chosen children. */
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

/** Renders the children to choose from, with radio buttons if the plan has one place, otherwise with check boxes. */
function Choices({ people, places, chosen, onChoose }: ChoicesProps) {
  const single = places === 1;
  const toggle = (id: number) =>
    onChoose(single ? [id] : chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset className={styles['choices']}>
      <legend className="muted">
        {single ? 'O plano é para 1 criança.' : `O plano é para até ${places} crianças.`} As outras continuam com os
        limites do Essencial. Nada se perde.
      </legend>
      {people.map((child) => (
        <ChoiceTile
          key={child.id}
          type={single ? 'radio' : 'checkbox'}
          name="childIds"
          checked={chosen.includes(child.id)}
          disabled={!single && !chosen.includes(child.id) && chosen.length >= places}
          onChange={() => toggle(child.id)}
          sign={<Initial name={child.fullName} cover={child.cover} size="m" />}
          title={child.fullName}
          text={child.schoolClass}
        />
      ))}
    </fieldset>
  );
}

/**
 * Returns the sentence about the swap that the choice would be.
 *
 * @param losing the children that hold a place and would lose it.
 * @param swapFrom when the family may swap again; null if it may now.
 */
function swapSentence(losing: CoveredChildren['children'], swapFrom: string | null): string {
  if (losing.length === 0) return 'Pode trocar até a criança fazer um teste com o plano.';
  const why = `${tested(losing)} nos últimos ${SWAP_DAYS} dias.`;
  return swapFrom === null
    ? `${why} Depois desta troca, a próxima só daqui a ${SWAP_DAYS} dias.`
    : `${why} Pode voltar a trocar a partir de ${longDate(swapFrom)}.`;
}

/** "Maria fez testes com o plano", "Maria, João e Ana fizeram testes com o plano". */
function tested(children: readonly { fullName: string }[]): string {
  const names = children.map(({ fullName }) => firstName(fullName));
  const last = names.pop() ?? '';
  return `${names.length > 0 ? `${names.join(', ')} e ${last} fizeram` : `${last} fez`} testes com o plano`;
}
