import Writing from '../domains/skills/writing/Writing.tsx';
import { OfReader } from './OfReader.tsx';

/** Renders a dictation or a text of a child. */
export default function WritingRoute() {
  return <OfReader screen={(childId) => <Writing childId={childId} />} />;
}
