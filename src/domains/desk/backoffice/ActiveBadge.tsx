import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { IconMinus } from '../../../web/ui/icons/ParentIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';

/** Shows whether a test is offered to families. */
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
