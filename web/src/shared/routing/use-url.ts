import { useSearchParams } from 'react-router-dom';

/** A query parameter and its setter; null removes it. The page keeps its scroll position. */
export function useUrlParam(name: string): [value: string | null, change: (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const change = (value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name), change];
}

/** The date in `?day=`; null if there is none or it is invalid. */
export function useDay(): string | null {
  const [fromUrl] = useUrlParam('day');
  const isDate = fromUrl !== null && new Date(fromUrl).toJSON()?.slice(0, 10) === fromUrl;
  return isDate ? fromUrl : null;
}

/** The sort order in `?sort=`; `first` if there is none or it is invalid. */
export function useSort<Sort extends string | undefined>(
  first: Sort,
  sorts: readonly Sort[],
): [Sort, (sort: Sort) => void] {
  const [fromUrl, change] = useUrlParam('sort');
  return [sorts.find((sort) => sort === fromUrl) ?? first, (sort) => change(sort === first ? null : (sort ?? null))];
}
