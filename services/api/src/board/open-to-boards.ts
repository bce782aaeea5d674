import { SetMetadata } from '@nestjs/common';

export const OPEN_TO_BOARDS = Symbol('open to boards');

/** Opens a route to board links besides golfers. Its path parameter `:id` names a course, which must be the link's. */
export const OpenToBoards = () => SetMetadata(OPEN_TO_BOARDS, true);
