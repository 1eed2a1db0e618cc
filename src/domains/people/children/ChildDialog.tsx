import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { PROVINCES } from '../../../shared/provinces.ts';
import { CHILD_CLASSES } from '../../../shared/words.ts';
import { refresh } from '../../../web/call/api.ts';
import { failureOf, messageOf } from '../../../web/call/call.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { isRealDate } from '../../../web/ui/forms/date.ts';
import { ErrorSummary } from '../../../web/ui/forms/ErrorSummary.tsx';
import { DateField, RadioGroup, SelectField, TextField } from '../../../web/ui/forms/Field.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { FIRST_LETTERS, hasTests, NO_TESTS } from './children.rules.ts';
import { ABOUT_CHILDREN, callChildren } from './children-calls.web.ts';
import { joinLocation, splitLocation } from './location.rules.ts';

interface ChildDialogProps {
  /** The child to edit; 'new' adds one; null keeps the dialog closed. */
  child: Child | 'new' | null;
  /** The family's schools, suggested while typing. */
  schools: readonly string[];
  onClose: () => void;
  /** Opens the erasure dialog for this child. */
  onErase: (child: Child) => void;
  /** Called with the added child. */
  onAdded: (child: Child) => void;
}

type Problems = Record<string, string>;

/** Renders the dialog that adds a child, or edits, archives or erases a known one. */
export default function ChildDialog({ child, schools, onClose, onErase, onAdded }: ChildDialogProps) {
  const known = knownIn(child);
  const formId = useId();
  const { busy, problems, refused, save, archive } = useProfile({ child, onClose, onAdded });
  return (
    <ActionDialog
      open={child !== null}
      onClose={onClose}
      busy={busy}
      title={known ? 'Editar Filho' : 'Adicionar Filho'}
      action="Guardar"
      busyText="A guardar…"
      form={formId}
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={(event) => void save(event)}>
        <Fields child={known} schools={schools} problems={problems} />
        {!known && (
          <p className={styles['consent']}>
            Ao adicionar, confirma que é o encarregado de educação. Consente que a {brand.productName} guarde estes
            dados, para aplicar os testes e mostrar os resultados. Veja a{' '}
            <a href="/privacy-policy">Política de Privacidade</a>.
          </p>
        )}
        {/* Not an alert: the toast says it aloud. */}
        {refused && Object.keys(problems).length === 0 && <p className="refused">{refused}</p>}
      </form>
      {known && <Farewell busy={busy} onArchive={() => void archive(known)} onErase={() => onErase(known)} />}
    </ActionDialog>
  );
}

/** Returns the child that the dialog edits, or undefined if it adds one. */
const knownIn = (child: ChildDialogProps['child']) => (child === 'new' || child === null ? undefined : child);

/** Saves or archives the profile in the dialog. @returns also the problems of its fields, and why the server refused. */
function useProfile({ child, onClose, onAdded }: Pick<ChildDialogProps, 'child' | 'onClose' | 'onAdded'>) {
  const known = knownIn(child);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  // Created once per opening: saving again after a lost reply adds no second child.
  const [clientId, setClientId] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset on every opening
  useEffect(() => {
    setProblems({});
    setRefused('');
    setBusy(false);
    setClientId(uuid());
  }, [child]);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? '');
    const found = problemsOf(field);
    setRefused('');
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(field);
    setBusy(true);
    try {
      if (known) await callChildren('PUT /api/children/:id', { params: { id: String(known.id) }, body });
      else onAdded(await callChildren('POST /api/children', { body: { ...body, clientId } }));
      toast({
        kind: 'success',
        title: 'Sucesso',
        text: known ? 'Informações atualizadas com sucesso!' : 'Filho adicionado com sucesso!',
      });
      await refresh(...ABOUT_CHILDREN);
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      const said = `${known ? 'Falha ao atualizar informações' : 'Falha ao adicionar filho'}: ${failure.said}`;
      setProblems(problemsAtFields(failure.fields));
      refuse(said);
    }
  };

  const refuse = (said: string) => {
    toast({ kind: 'error', title: 'Erro', text: said });
    setRefused(said);
    setBusy(false);
  };

  const archive = async (child: Child) => {
    setBusy(true);
    setRefused('');
    try {
      await callChildren('POST /api/children/:id/archive', { params: { id: String(child.id) } });
      toast({ kind: 'success', title: 'Sucesso', text: `${child.fullName} está nas crianças arquivadas.` });
      await refresh(...ABOUT_CHILDREN);
      onClose();
    } catch (error) {
      refuse(messageOf(error));
    }
  };

  return { busy, problems, refused, save, archive };
}

/** Renders the two ways to remove a child's profile. */
function Farewell({ busy, onArchive, onErase }: { busy: boolean; onArchive: () => void; onErase: () => void }) {
  return (
    <section className={styles['farewell']}>
      <h3>Arquivar ou apagar</h3>
      <p className="meta">
        Uma criança arquivada sai das listas e não faz testes; os resultados ficam guardados, e pode tirá-la do arquivo
        quando quiser.
      </p>
      <div className={styles['ways']}>
        <Button variant="secondary" size="s" disabled={busy} onClick={onArchive}>
          Arquivar
        </Button>
        <Button variant="quiet" size="s" disabled={busy} onClick={onErase}>
          Apagar para sempre
        </Button>
      </div>
    </section>
  );
}

interface FieldsProps {
  child: Child | undefined;
  schools: readonly string[];
  problems: Problems;
}

function Fields({ child, schools, problems }: FieldsProps) {
  const [chosen, setChosen] = useState<string>(child?.schoolClass ?? '');
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  return (
    <>
      <ErrorSummary errors={errors} />
      <TextField
        label="Nome completo"
        name="fullName"
        autoComplete="off"
        maxLength={120}
        defaultValue={child?.fullName}
        error={problems['fullName']}
      />
      <SelectField
        label="Classe"
        name="schoolClass"
        placeholder="Escolha a classe"
        hint={chosen && !hasTests(chosen) ? `${NO_TESTS} Pode adicionar na mesma.` : undefined}
        onChange={(event) => setChosen(event.target.value)}
        defaultValue={child?.schoolClass ?? ''}
        options={CHILD_CLASSES.map((value) => ({ value, label: value }))}
        error={problems['schoolClass']}
      />
      <Accordion
        title="Mais sobre a criança (opcional)"
        quiet
        open={child !== undefined || errors.some(({ id }) => !FIRST_FIELDS.includes(id))}
      >
        <MoreFields child={child} schools={schools} problems={problems} />
      </Accordion>
    </>
  );
}

/** Renders the optional fields of a profile: birthday, gender, school, place, and the time for each test. */
function MoreFields({ child, schools, problems }: FieldsProps) {
  return (
    <div className={styles['form']}>
      <DateField
        legend="Data de nascimento"
        name="birthDate"
        optional
        defaultValue={child?.birthDate ?? ''}
        error={problems['birthDate']}
      />
      <RadioGroup
        legend="Sexo"
        name="gender"
        optional
        inline
        defaultValue={child?.gender ?? ''}
        options={[
          { value: 'masculino', label: 'Masculino' },
          { value: 'feminino', label: 'Feminino' },
          { value: 'outro', label: 'Outro' },
        ]}
        error={problems['gender']}
      />
      <SchoolField child={child} schools={schools} problems={problems} />
      <PlaceFields child={child} problems={problems} />
      <RadioGroup
        legend="Tempo de cada teste"
        name="extendedTime"
        hint="Para crianças que precisam de mais tempo para ler ou escrever. Com tempo alargado, o resultado não entra nas médias de comparação. Nos testes com outra duração somam-se os mesmos minutos."
        defaultValue={String(child?.extendedTime ?? 15)}
        options={[
          { value: '15', label: '15 minutos, o tempo habitual' },
          { value: '30', label: '30 minutos' },
          { value: '60', label: '60 minutos' },
        ]}
        error={problems['extendedTime']}
      />
    </div>
  );
}

function SchoolField({ child, schools, problems }: FieldsProps) {
  const known = useId();
  const [suggested, look] = useSchools();
  return (
    <>
      <TextField
        label="Escola"
        name="school"
        optional
        maxLength={160}
        list={known}
        onInput={(event) => look(event.currentTarget.value)}
        defaultValue={child?.school ?? ''}
        error={problems['school']}
      />
      <datalist id={known}>
        {[...new Set([...schools, ...suggested])].map((school) => (
          <option key={school} value={school} />
        ))}
      </datalist>
    </>
  );
}

function PlaceFields({ child, problems }: Omit<FieldsProps, 'schools'>) {
  const place = splitLocation(child?.location ?? null);
  return (
    <div className={styles['place']}>
      <SelectField
        label="Província"
        name="province"
        optional
        placeholder="Escolha a província"
        defaultValue={place.province}
        options={PROVINCES.map((value) => ({ value, label: value }))}
        error={problems['province']}
      />
      <TextField
        label="Município"
        name="municipality"
        optional
        maxLength={120}
        defaultValue={place.municipality}
        error={problems['municipality']}
      />
    </div>
  );
}

/** Fields required for the first test. */
const FIRST_FIELDS = ['fullName', 'schoolClass'];

/** Pause in typing before schools are fetched. */
const DEBOUNCE_MS = 300;

/** School suggestions for the typed prefix. */
function useSchools(): [schools: readonly string[], look: (typed: string) => void] {
  const [schools, setSchools] = useState<readonly string[]>([]);
  const [typed, look] = useState('');
  useEffect(() => {
    const query = typed.trim();
    if (query.length < FIRST_LETTERS) return;
    let wanted = true;
    const timer = setTimeout(() => {
      // Without suggestions it is a plain text field.
      callChildren('GET /api/schools', { query: { query } }).then(
        (found) => wanted && setSchools(found),
        () => {},
      );
    }, DEBOUNCE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [typed]);
  return [schools, look];
}

/** Builds the request body from the form's fields. */
function bodyOf(field: (name: string) => string) {
  const extendedTime = Number(field('extendedTime'));
  return {
    fullName: field('fullName').trim(),
    birthDate: field('birthDate') || null,
    gender: (field('gender') || null) as Child['gender'],
    schoolClass: field('schoolClass') as Child['schoolClass'],
    school: field('school').trim() || null,
    location: joinLocation({ municipality: field('municipality'), province: field('province') }),
    extendedTime: extendedTime === 30 || extendedTime === 60 ? (extendedTime as Child['extendedTime']) : null,
  };
}

/** Returns the server's messages by field of the form: the API has one field for the location, the form shows it at the municipality. */
function problemsAtFields({ location, ...fields }: Readonly<Problems>): Problems {
  return location ? { ...fields, municipality: location } : fields;
}

/** Client-side validation, with the server's messages. */
function problemsOf(field: (name: string) => string): Problems {
  const problems: Problems = {};
  const born = field('birthDate');
  if (!field('fullName').trim()) problems['fullName'] = 'Nome completo é obrigatório';
  if (born && !isRealDate(born)) problems['birthDate'] = 'Indique uma data válida';
  else if (born && (born < '1990-01-01' || born > new Date().toISOString().slice(0, 10)))
    problems['birthDate'] = 'Indique uma data de nascimento válida';
  if (!field('schoolClass')) problems['schoolClass'] = 'Escolha a classe';
  return problems;
}
