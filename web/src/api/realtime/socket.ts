import type { ClientToServerEvents, ServerToClientEvents } from '@fairmark/contract';
import type { Socket } from 'socket.io-client';

export type Connection = Socket<ServerToClientEvents, ClientToServerEvents>;

interface Keeping {
  token: string;
  /** Listens to the socket, before it connects. */
  listen: (socket: Connection) => void;
  everyMs: number;
  /** Whether to look after the socket now; by default always. */
  isDue?: () => boolean;
  /** Called every so often while the socket is open or connects again by itself. */
  onOpen?: () => void;
}

/** Keeps a socket open. Returns a function that closes it. */
export function keepSocket({ token, listen, everyMs, isDue = () => true, onOpen }: Keeping): () => void {
  let socket: Connection | null = null;
  let isOver = false;
  const open = async (): Promise<void> => {
    // On a bad connection the chunk may not load; the timer tries again.
    const client = await import('socket.io-client').catch(() => null);
    if (client === null || isOver || socket !== null) return;
    socket = client.io({
      auth: { token },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelayMax: 10_000,
      forceNew: true,
    });
    listen(socket);
  };
  void open();
  const timer = setInterval(() => {
    if (!isDue()) return;
    if (socket === null) void open();
    // The server has closed it: socket.io does not connect again then.
    else if (!socket.active) socket.connect();
    else onOpen?.();
  }, everyMs);
  return () => {
    isOver = true;
    clearInterval(timer);
    socket?.disconnect();
  };
}
