import { Badge } from '../../web/ui/Badge.tsx';
import { IconCheck } from '../../web/ui/Icon.tsx';
import { IconMinus } from '../../web/ui/ParentIcon.tsx';

/** Whether families are offered a test. */
export function ActiveBadge({ active }: { active: boolean }) {
  return active ? (
    <Badge tone="ok" icon={<IconCheck size={16} />}>
      Ativo
    </Badge>
  ) : (
    <Badge tone="off" icon={<IconMinus size={16} />}>
      Inativo
    </Badge>
  );
}
