UPDATE "notifications"."rule" SET "kinds" = array_replace("kinds", 'controller.refused', 'controller.rejected') WHERE 'controller.refused' = ANY ("kinds");--> statement-breakpoint
UPDATE "notifications"."delivery" SET "kind" = 'controller.rejected' WHERE "kind" = 'controller.refused';
