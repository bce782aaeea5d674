import { Reflector } from '@nestjs/core';

/** Opens a route to board links besides golfers. Its path parameter `:id` names a course, which must be the link's. */
export const OpenToBoards = Reflector.createDecorator<void, true>({ transform: () => true });
