import { useSyncExternalStore } from 'react';
import { onSession, session, type Session } from './call/session.js';

/** The signed-in golfer's session; null: signed out. */
export const useSession = (): Session | null => useSyncExternalStore(onSession, session);
