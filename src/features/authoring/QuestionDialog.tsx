import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type Discipline, SKILL_CATEGORIES, type SkillCategory, type TestClass } from '../../shared/words.ts';
import { failureOf } from '../../web/call.ts';
import { goTo } from '../../web/navigation.ts';
import { failed, succeeded } from '../../web/outcome.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { SelectField, TextArea, TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { ObjectiveField } from '../curriculum/ObjectiveField.tsx';
import { normalizeQuestion, problemsByField } from '../tests/question.rules.ts';
import { letterAt, withoutLetter } from '../tests/tests.rules.ts';
import styles from './Authoring.module.css';
import type { TeacherQuestion } from './authoring.contract.ts';
import { alternativesFromLines, LINE_BREAK_SIGN, linesOf } from './authoring.rules.ts';
import { Conflict } from './Conflict.tsx';
import { giveUpDraft, questionDrafts, Restored, useDraft } from './draft.tsx';
import { FormulaPalette } from './FormulaPalette.tsx';
import { ImageField, type Shown } from './ImageField.tsx';
import { QuestionPreview, useFormulas } from './QuestionPreview.tsx';
import { alternativesOf, callTeaching, refreshBank } from './teaching.tsx';

interface QuestionDialogProps {
  /** The test that it belongs to. */
  test: { id: number; discipline: Discipline; schoolClass: TestClass };
  /** The question to change, 'new' to add one. */
  question: TeacherQuestion | 'new';
  /** The objective that a new one begins with. */
  objective?: string | undefined;
  onClose: () => void;
}

const draftName = (testId: number, question: TeacherQuestion | 'new') =>
  questionDrafts(testId) + (question === 'new' ? 'new' : question.id);

/** 'Nova Questão', and changing one. Refused, or closed without saving, what was typed stays. */
export default function QuestionDialog({ test, question, objective, onClose }: QuestionDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = question === 'new';
  const cancel = () => {
    giveUpDraft(draftName(test.id, question));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      size="xl"
      title={isNew ? 'Nova Questão' : `Editar Questão #${question.id}`}
      footer={
        <>
          <Button variant="secondary" onClick={cancel} disabled={busy}>
            Cancelar
          </Button>
          {isNew && (
            <Button
              type="submit"
              form="question-form"
              name={CONTINUE}
              variant="secondary"
              disabled={busy}
              title="Ctrl + Enter"
            >
              Criar e continuar
            </Button>
          )}
          <Button type="submit" form="question-form" busy={busy} busyText="Enviando...">
            {isNew ? 'Criar Questão' : 'Atualizar Questão'}
          </Button>
        </>
      }
    >
      <QuestionForm test={test} question={question} objective={objective} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

/** The name of the button that creates a question and leaves the form open for the next. */
const CONTINUE = 'continue';

/** What the next question of a series begins with: what usually stays the same from one to the next. */
const nextOf = ({ passage, skillCategory, weight, objective }: Draft): Held => ({
  draft: { ...EMPTY, passage, skillCategory, weight, objective },
  shown: { kind: 'none' },
  revision: undefined,
});

const EMPTY = {
  statement: '',
  passage: '',
  lines: '',
  correctAnswer: '',
  explanation: '',
  weight: '1',
  skillCategory: '',
  objective: '',
  alt: '',
};
type Draft = typeof EMPTY;

/** What the form holds. The revision is the one that it began from. */
interface Held {
  draft: Draft;
  shown: Shown;
  revision: number | undefined;
}

const heldOf = (question: TeacherQuestion | 'new', objective?: string): Held => ({
  draft: draftOf(question, objective),
  shown: shownOf(question),
  revision: question === 'new' ? undefined : question.revision,
});

function draftOf(question: TeacherQuestion | 'new', objective = ''): Draft {
  if (question === 'new') return { ...EMPTY, objective };
  return {
    statement: question.statement,
    passage: question.passage ?? '',
    lines: linesOf(alternativesOf(question.alternatives).map(withoutLetter)),
    correctAnswer: question.correctAnswer,
    explanation: question.explanation ?? '',
    weight: String(question.weight),
    skillCategory: question.skillCategory ?? '',
    objective: question.objective ?? '',
    alt: question.image?.alt ?? '',
  };
}

function shownOf(question: TeacherQuestion | 'new'): Shown {
  if (question === 'new') return { kind: 'none' };
  if (question.image) {
    const { src, width, height } = question.image;
    return { kind: 'image', id: src.slice(src.lastIndexOf('/') + 1), src, width, height };
  }
  return question.figure ? { kind: 'figure', ...question.figure } : { kind: 'none' };
}

/** The question as it is stored now; nothing when it is gone or cannot be asked for. */
async function asItIs(testId: number, id: number): Promise<TeacherQuestion | undefined> {
  await refreshBank();
  const all = await callTeaching('GET /api/teacher/tests/:id/questions', { params: { id: String(testId) } }).catch(
    () => [],
  );
  return all.find((one) => one.id === id);
}

/** Another key holds for the attempts to come; whoever has answered already is marked anew only if a teacher wants it. */
function offerRegrade(testId: number, questionId: number) {
  toast({
    kind: 'success',
    title: 'Questão atualizada com sucesso',
    text: 'A chave nova vale a partir de agora. Quem já respondeu mantém a nota antiga.',
    action: {
      label: 'Corrigir também essas notas',
      run: () => goTo(`/teacher/questions?testId=${testId}&view=statistics&regrade=${questionId}`),
    },
  });
}

/** Fields whose texts may hold formulas. */
const WITH_FORMULAS = ['statement', 'lines', 'explanation', 'passage'] as const;

function QuestionForm({
  test: { id: testId, ...plan },
  question,
  objective,
  setBusy,
  onClose,
}: QuestionDialogProps & { setBusy: (busy: boolean) => void }) {
  const isNew = question === 'new';
  const { value, setValue, restored, restart } = useDraft(draftName(testId, question), heldOf(question, objective));
  const { draft, shown } = value;
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('');
  /** The question as somebody else has left it meanwhile. */
  const [theirs, setTheirs] = useState<TeacherQuestion>();
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const rendered = useFormulas(draft);
  const write = (name: keyof Draft, text: string) =>
    setValue((before) => ({ ...before, draft: { ...before.draft, [name]: text } }));
  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => write(name, event.target.value),
  });
  const alternatives = alternativesFromLines(draft.lines);
  // A formula that cannot be read is said at once, everything else when the question is sent.
  const problem = (name: string) => problems[name] ?? rendered.problems[name];

  const check = (): Record<string, string> => {
    const { problems } = normalizeQuestion({
      ...draft,
      alternatives,
      weight: Number(draft.weight),
      skillCategory: (draft.skillCategory || null) as SkillCategory | null,
    });
    const found: Record<string, string> = problemsByField(problems);
    if (shown.kind === 'image' && !draft.alt.trim()) found['imageAlt'] = 'Descreva a imagem para quem não a vê.';
    return found;
  };

  const send = (revision: number | undefined) => {
    const { lines: _lines, alt, ...fields } = draft;
    const body = {
      ...fields,
      weight: Number(draft.weight),
      skillCategory: draft.skillCategory as '',
      alternatives: JSON.stringify(alternatives),
      // Left out, a drawing of the bank stays where it is.
      ...(shown.kind === 'figure' ? {} : { image: shown.kind === 'image' ? { id: shown.id, alt } : null }),
    };
    return isNew
      ? callTeaching('POST /api/teacher/tests/:id/questions', { params: { id: String(testId) }, body })
      : callTeaching('PUT /api/teacher/questions/:id', {
          params: { id: String(question.id) },
          body: { ...body, revision },
        });
  };

  const save = async (revision: number | undefined, andContinue = false) => {
    const found = check();
    setProblems(found);
    setRefused('');
    setTheirs(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(revision);
      await refreshBank();
      giveUpDraft(draftName(testId, question));
      if (!isNew && draft.correctAnswer !== question.correctAnswer) offerRegrade(testId, question.id);
      else succeeded(isNew ? 'Questão criada com sucesso' : 'Questão atualizada com sucesso');
      if (!andContinue) return onClose();
      restart(nextOf(draft));
      form.current?.querySelector<HTMLElement>('[name="statement"]')?.focus();
    } catch (error) {
      const failure = failureOf(error);
      if (!isNew && failure.code === 'changed-meanwhile') {
        const now = await asItIs(testId, question.id);
        if (now) return setTheirs(now);
      }
      const [title, what] = isNew
        ? ['Erro ao criar questão', 'Não foi possível criar a questão']
        : ['Erro ao atualizar questão', 'Não foi possível atualizar a questão'];
      failed(title, what, error);
      const { 'image.alt': imageAlt, ...others } = failure.fields;
      setProblems({ ...others, ...(imageAlt ? { imageAlt } : {}) });
      if (Object.keys(failure.fields).length === 0) setRefused(`${what}: ${failure.said}`);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void save(value.revision, submitter?.getAttribute('name') === CONTINUE);
  };
  const form = useRef<HTMLFormElement>(null);
  const hurry = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save(value.revision, isNew);
  };

  return (
    <form ref={form} id="question-form" className={styles['beside']} noValidate onSubmit={submit} onKeyDown={hurry}>
      <div className={styles['form']}>
        {restored && !theirs && <Restored onRestart={() => restart()} />}
        {theirs && (
          <Conflict
            title="Alguém mudou esta questão entretanto."
            onKeepMine={() => void save(theirs.revision)}
            onTakeTheirs={() => {
              restart(heldOf(theirs));
              setTheirs(undefined);
            }}
          >
            {theirs.statement.slice(0, 160)} · Resposta {theirs.correctAnswer}
          </Conflict>
        )}
        <ErrorSummary errors={errors} />
        <TextArea
          label="Enunciado"
          rows={3}
          hint="Fórmulas entre cifrões: $\frac{1}{2}$, $3 \times 4$. Um cifrão que é dinheiro escreve-se \$."
          error={problem('statement')}
          {...field('statement')}
        />
        <FormulaPalette form={form} names={WITH_FORMULAS} onWrite={write} />
        <TextArea
          label="Alternativas"
          rows={5}
          id="alternatives"
          hint={
            draft.lines.includes(LINE_BREAK_SIGN)
              ? `Uma por linha, de duas a seis. O sinal ${LINE_BREAK_SIGN} é uma mudança de linha dentro da alternativa.`
              : 'Uma por linha, de duas a seis. As letras A), B)… são postas automaticamente.'
          }
          error={problem('alternatives')}
          {...field('lines')}
        />
        <div className={styles['trio']}>
          <SelectField
            label="Resposta correta"
            placeholder="Escolha a letra"
            options={alternatives.slice(0, 6).map((text, index) => ({
              value: letterAt(index),
              label: `${letterAt(index)}) ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`,
            }))}
            error={problems['correctAnswer']}
            {...field('correctAnswer')}
          />
          <SelectField
            label="Categoria"
            placeholder="Não definida"
            options={SKILL_CATEGORIES.map((value) => ({ value, label: value }))}
            error={problems['skillCategory']}
            {...field('skillCategory')}
          />
          <TextField
            label="Peso"
            type="number"
            inputMode="numeric"
            min={1}
            max={10}
            error={problems['weight']}
            {...field('weight')}
          />
        </div>
        <TextArea
          label="Explicação"
          optional
          rows={3}
          hint="A família lê-a depois do teste, ao lado da resposta certa."
          error={problem('explanation')}
          {...field('explanation')}
        />
        <ImageField
          shown={shown}
          onShown={(shown) => setValue((before) => ({ ...before, shown }))}
          alt={draft.alt}
          onAlt={(alt) => write('alt', alt)}
          problem={problems['imageAlt'] ?? problems['image']}
        />
        <details className={styles['more']} open={draft.passage !== '' || draft.objective !== '' || undefined}>
          <summary>Texto para ler e objectivo do programa</summary>
          <div className={styles['form']}>
            <TextArea
              label="Texto para ler antes da questão"
              optional
              rows={4}
              error={problems['passage']}
              {...field('passage')}
            />
            <ObjectiveField
              test={plan}
              value={draft.objective}
              error={problems['objective']}
              onChange={({ target }) => write('objective', target.value)}
            />
          </div>
        </details>
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      </div>
      <QuestionPreview {...draft} shown={shown} rendered={rendered} />
    </form>
  );
}
