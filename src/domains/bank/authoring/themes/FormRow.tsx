import { useState } from 'react';
import { themeAndForm } from '../../../../shared/questions/test-names.ts';
import { failed, succeeded } from '../../../../web/call/outcome.ts';
import { plural } from '../../../../web/parts/text.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import { IconCopy, IconPencil, IconTrash } from '../../../../web/ui/icons/ActionIcon.tsx';
import { IconChart, IconList } from '../../../../web/ui/icons/ParentIcon.tsx';
import { IconEye } from '../../../../web/ui/icons/StaffIcon.tsx';
import { ActionMenu } from '../../../../web/ui/lists/ActionMenu.tsx';
import { callTeaching, refreshBank } from '../teaching.web.ts';
import styles from './Themes.module.css';
import type { ThemeOfBank } from './themes.contract.ts';

type TestOfTheme = ThemeOfBank['tests'][number];

/** Toggles or duplicates a test, one action at a time. */
function useTestActions({ id, active }: { id: number; active: boolean }) {
  const params = { id: String(id) };
  const [busy, setBusy] = useState(false);
  /** A second tap while the first action is running is ignored: it would undo a toggle, or create a second copy. */
  const once = (run: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  const toggle = async () => {
    try {
      await callTeaching('PATCH /api/teacher/tests/:id/toggle-active', { params, body: { active: !active } });
      await refreshBank();
      succeeded('Status do teste alterado com sucesso');
    } catch (error) {
      failed('Erro ao alterar status do teste', 'Não foi possível mudar o estado do teste', error);
    }
  };
  const duplicate = async () => {
    try {
      const copy = await callTeaching('POST /api/teacher/tests/:id/duplicate', { params });
      await refreshBank();
      succeeded(`Teste duplicado com sucesso: ${copy.theme}`);
    } catch (error) {
      failed('Erro ao duplicar teste', 'Não foi possível duplicar o teste', error);
    }
  };
  return { busy, toggle: () => once(toggle), duplicate: () => once(duplicate) };
}

export interface FormActions {
  onQuestions: (test: { id: number }) => void;
  onEdit: (test: TestOfTheme) => void;
  onDelete: (test: TestOfTheme) => void;
}

/** Renders one form of a theme with what it contains, its state and the actions on it. */
export function FormRow({ test, onQuestions, onEdit, onDelete }: FormActions & { test: TestOfTheme }) {
  const { busy, toggle, duplicate } = useTestActions(test);
  const full = `${test.discipline}: ${themeAndForm(test)}`;
  const name = <span className="sr"> {full}</span>;
  const facts = [
    test.evaluationType,
    plural(test.questionCount, 'questão', 'questões'),
    `${test.duration} min`,
    !test.shuffle && 'sem baralhar',
  ].filter(Boolean);
  return (
    <li className={styles['form']}>
      <b>Prova {test.form}</b>
      <button
        type="button"
        role="switch"
        className={styles['switch']}
        aria-checked={test.active}
        aria-label={full}
        aria-disabled={busy}
        onClick={toggle}
      >
        <span className={styles['knob']} />
        <span aria-hidden="true">{test.active ? 'Ativo' : 'Inativo'}</span>
      </button>
      <span className={styles['facts']}>{facts.join(' · ')}</span>
      <span className={styles['facts']}>{test.facility === null ? 'sem dados' : `acertam ${test.facility}%`}</span>
      <span className={styles['formActions']}>
        <Button variant="secondary" size="s" icon={<IconList size={18} />} onClick={() => onQuestions(test)}>
          Questões{name}
        </Button>
        <Button variant="quiet" size="s" icon={<IconPencil size={18} />} onClick={() => onEdit(test)}>
          Editar{name}
        </Button>
        <ActionMenu
          label={`Mais acções: ${full}`}
          actions={[
            { label: 'Pré-visualizar', icon: <IconEye />, href: `/teacher/tests/${test.id}/preview` },
            {
              label: 'Estatísticas',
              icon: <IconChart />,
              href: `/teacher/questions?testId=${test.id}&view=statistics`,
            },
            { label: 'Duplicar', icon: <IconCopy />, disabled: busy, onClick: duplicate },
            { label: 'Apagar', icon: <IconTrash />, danger: true, onClick: () => onDelete(test) },
          ]}
        />
      </span>
    </li>
  );
}
