import { useEffect, useState } from 'react';
import { reader, refresh, refreshAfterTest } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import type { attemptsContract } from '../../sitting/attempts/attempts.contract.ts';
import type { resultsContract } from './results.contract.ts';

const useRead = reader<typeof resultsContract>();
const call = caller<typeof attemptsContract>();

/**
 * Reads an attempt for its result and its review. A provisional attempt is completed first, because its parent opens it now; late answers
 * are refused afterwards. An attempt without any answer keeps waiting for the phone.
 *
 * @param id as it is in the address; if `known` is false it is no number, and nothing is read.
 */
export function useAttemptResult(id: string, known: boolean) {
  const { data, error, refetch, isFetching } = useRead('GET /api/attempts/:id', { params: { id } }, { enabled: known });
  /** The attempt whose completion was requested, successfully or not. */
  const [asked, setAsked] = useState<string>();
  const completing = asked !== id && data?.attempt.state === 'provisional' && data.answers.length > 0;
  useEffect(() => {
    if (!completing) return;
    void call('PUT /api/attempts/:id', { params: { id }, body: { completed: true } })
      .then(() => Promise.all([refreshAfterTest(), refresh(`/api/attempts/${id}`)]))
      // Without network the attempt stays provisional and is shown as such.
      .catch(() => {})
      .finally(() => setAsked(id));
  }, [completing, id]);
  return { data: completing ? undefined : data, error, refetch, isFetching };
}
