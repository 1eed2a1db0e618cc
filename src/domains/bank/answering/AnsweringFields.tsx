import { Checkbox, SelectField, TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import type { WrittenWay } from './answering.contract.ts';

/** How a question is answered, as texts of a form: `way` is empty if by choosing, `accepted` has a value a line, flags are `ON` or empty. */
export interface AnsweringDraft {
  way: string;
  accepted: string;
  unit: string;
  tolerance: string;
  simplify: string;
  capitals: string;
  spelling: string;
  anyAccents: string;
}

interface AnsweringFieldsProps {
  draft: AnsweringDraft;
  hasAlternatives: boolean;
  problem: string | undefined;
  onWrite: (name: keyof AnsweringDraft, text: string) => void;
}

/** The value of a flag that is on; off is an empty text. */
export const ON = 'sim';

const FLAGS = {
  number: [{ name: 'simplify', label: 'Fracções só na forma mais simples' }],
  word: [
    { name: 'capitals', label: 'As maiúsculas contam' },
    { name: 'spelling', label: 'A ortografia é o que se pergunta' },
    { name: 'anyAccents', label: 'Com ou sem acentos' },
  ],
} as const satisfies Record<WrittenWay, readonly { name: keyof AnsweringDraft; label: string }[]>;

const WAYS: Record<WrittenWay, string> = { number: 'Escrever um número', word: 'Escrever uma palavra' };
/** Returns whether the way of a draft is a written one. */
export const isWritten = (way: string | undefined): way is WrittenWay => Object.keys(WAYS).some((one) => one === way);

/** Renders how a question is answered: by choosing, or by writing a number or a word, with what else counts as right. */
export function AnsweringFields({ draft, hasAlternatives, problem, onWrite }: AnsweringFieldsProps) {
  const text = (name: 'accepted' | 'unit' | 'tolerance') => ({
    name,
    value: draft[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onWrite(name, target.value),
  });
  const way = isWritten(draft.way) ? draft.way : undefined;
  return (
    <>
      <SelectField
        label="Como se responde"
        name="way"
        id="answering"
        value={draft.way ?? ''}
        error={problem}
        options={[
          { value: '', label: 'Escolher uma alternativa' },
          ...Object.entries(WAYS).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ target }) => onWrite('way', target.value)}
      />
      {way && (
        <>
          <TextArea
            label="Respostas certas"
            optional={hasAlternatives}
            rows={2}
            hint={
              hasAlternatives
                ? 'Além da alternativa certa, uma por linha. As alternativas servem no papel e na 1.ª classe.'
                : 'Uma por linha.'
            }
            {...text('accepted')}
          />
          {way === 'number' && (
            <>
              <TextField label="Unidade" optional hint="Fica ao lado: Kz, m, laranjas." {...text('unit')} />
              <TextField
                label="Tolerância"
                optional
                inputMode="decimal"
                hint="0,5 aceita meio a mais ou a menos."
                {...text('tolerance')}
              />
            </>
          )}
          {FLAGS[way].map(({ name, label }) => (
            <Checkbox
              key={name}
              label={label}
              name={name}
              checked={draft[name] === ON}
              onChange={({ target }) => onWrite(name, target.checked ? ON : '')}
            />
          ))}
        </>
      )}
    </>
  );
}
