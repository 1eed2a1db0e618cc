import Opinion, { bringCode } from '../domains/skills/opinions/Opinion.tsx';
import { OfReader } from './OfReader.tsx';

export { bringCode };

/** Renders the second opinion of a child's text. */
export default function OpinionRoute() {
  return <OfReader screen={(childId) => <Opinion childId={childId} />} />;
}
