import type { Provider, Type } from '@nestjs/common';
import { CourseCatalogue } from './course.catalogue.js';
import { CoursesController } from './courses.controller.js';

export const COURSE_CONTROLLERS: Type[] = [CoursesController];

export const COURSE_PROVIDERS: Provider[] = [CourseCatalogue];
