import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { opsRolesQuery } from '../../api/ops-roles.js';
import { ButtonLink } from '../../shared/links.js';
import { paths } from '../../shared/paths.js';

/** The way to the page of auditors, support staff and committees; most golfers have none. Stands where nothing is below it to be moved. */
export function StaffLink(): ReactNode {
  const { data: roles = [] } = useQuery(opsRolesQuery());
  if (roles.length === 0) return null;
  return (
    <ButtonLink kind="secondary" wide to={paths.ops()}>
      Oversight
    </ButtonLink>
  );
}
