import { livingProcesses, readProc, type Process } from '@fairmark/tools';

/**
 * Running processes with a mark in their environment, a working directory in one of the folders, or one in their
 * command line. Postgres gets no environment but is found by its folder; its watcher shell has its id as an argument.
 */
export function processesOf(mark: string, folders: string[]): Process[] {
  const all = livingProcesses();
  const found = all.filter(
    ({ pid, command, folder: where }) =>
      folders.some((folder) => command.includes(folder) || where.startsWith(folder)) ||
      readProc(pid, 'environ').includes(`FAIRMARK_MARK=${mark}`),
  );
  const watchers = all.filter(({ command }) =>
    found.some(({ pid }) => command.endsWith(`fairmark-postgres-watcher ${pid}`)),
  );
  return [...found, ...watchers];
}
