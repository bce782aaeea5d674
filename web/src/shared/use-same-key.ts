import { useRef } from 'react';
import { newId } from '../api/call/ids.js';

/** The Idempotency-Key of a form: the same for the same body, because the first request may have arrived. */
export function useSameKey(): (body: object) => string {
  const sent = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    return sent.current.key;
  };
}
