import Reading from '../domains/skills/reading/Reading.tsx';
import { OfReader } from './OfReader.tsx';

/** Renders reading aloud. */
export default function ReadingRoute() {
  return <OfReader screen={(childId) => <Reading childId={childId} />} />;
}
